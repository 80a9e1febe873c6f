import { type ComponentType, memo } from "react";
import type { ProfileFormValues } from "./profile-form.ts";
import type { ProfileForm } from "./use-profile-form.ts";

/**
 * A part of the editor that rerenders only if its own fields or an error changed, so that typing costs no
 * more than the current field. An older form's functions act on the newest values, too.
 */
export function memoByFields<Props extends { form: ProfileForm }>(
  Part: ComponentType<Props>,
  ...fields: (keyof ProfileFormValues)[]
) {
  return memo(
    Part,
    ({ form: before }, { form: after }) =>
      before.errors === after.errors && fields.every((field) => before.values[field] === after.values[field]),
  );
}
