/** The role that cases run as. All databases of a server share their roles, so it is made once and stays. */
export const CALLER = 'security_bench_caller'
