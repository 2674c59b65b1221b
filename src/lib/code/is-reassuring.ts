const REASSURING =
  /\b(safe(ly)?|secure(d|ly)?|scoped|enforce[sd]?|verif(y|ies|ied)|validate[sd]?|check(s|ed)?|sanitized?|sanitised?|guard(s|ed)?|protect(s|ed)?|restrict(s|ed)?|limited to|authorized|authorised|trusted|ensure[sd]?|guarantee[sd]?|only)\b/i

/** True of a comment that says that all is well: a baseline believes it, and the audit makes sure that it knows nothing. */
export function isReassuring(comment: string): boolean {
  return REASSURING.test(comment)
}
