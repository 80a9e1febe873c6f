/** Returns `compute` with its last result cached for as long as the argument stays the same. */
export function memoizeLast<Argument, Result>(
  compute: (argument: Argument) => Result,
): (argument: Argument) => Result {
  let last: { argument: Argument; result: Result } | undefined;
  return (argument) => {
    if (last === undefined || last.argument !== argument) last = { argument, result: compute(argument) };
    return last.result;
  };
}
