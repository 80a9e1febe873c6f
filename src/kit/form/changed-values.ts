import type { UseFormReturnType } from "@mantine/form";
import { isAlike } from "./form-state.ts";

/** Sets only the fields that differ. */
export function setChanged<Values extends object>(
  form: UseFormReturnType<Values>,
  values: Partial<Values>,
): void {
  const now = form.getValues();
  for (const [field, value] of Object.entries(values))
    if (!isAlike(now[field as keyof Values], value)) form.setFieldValue(field as never, value as never);
}
