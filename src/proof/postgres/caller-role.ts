/**
 * The role that cases run as. All databases of a server share their roles, so this role is made once for all of them.
 */
export const CALLER_ROLE = 'security_bench_caller'
