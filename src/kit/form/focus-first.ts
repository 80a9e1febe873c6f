import type { FormErrors, UseFormReturnType } from "@mantine/form";

/** Focuses the first field with an error when submitting fails, which brings it into view. */
export function focusFirst<Values>({ getInputNode }: Pick<UseFormReturnType<Values>, "getInputNode">) {
  return (errors: FormErrors) => {
    const [first] = Object.keys(errors);
    if (first) getInputNode(first as never)?.focus();
  };
}
