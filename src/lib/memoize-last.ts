/** `compute`, except that it isn't called again for the argument that it was last called with. */
export function memoizeLast<Argument, Result>(
  compute: (argument: Argument) => Result,
): (argument: Argument) => Result {
  let last: { argument: Argument; result: Result } | undefined;
  return (argument) => {
    if (last === undefined || last.argument !== argument) last = { argument, result: compute(argument) };
    return last.result;
  };
}
