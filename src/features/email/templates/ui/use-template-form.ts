import { useQueryClient } from "@tanstack/react-query";
import type { Template } from "#src/features/email/templates/contract.ts";
import { useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { templateQuery, templatesApi, useTemplatesRefresh } from "./template-queries.ts";

export type TemplateValues = Pick<
  Template,
  "name" | "subject" | "preheader" | "mode" | "blocks" | "source" | "text" | "theme" | "attachments"
>;
export type TemplateForm = ReturnType<typeof useTemplateForm>["form"];

function valuesOf(template: Template): TemplateValues {
  const { name, subject, preheader, mode, blocks, source, text, theme, attachments } = template;
  return { name, subject, preheader, mode, blocks, source, text, theme, attachments };
}

/** `onRefused` may find out why it couldn't be saved. */
export function useTemplateForm(template: Template, onRefused: () => void) {
  const queries = useQueryClient();
  const refresh = useTemplatesRefresh();
  const keep = (row: Template) => {
    queries.setQueryData(templateQuery(row.id).queryKey, row);
    void refresh();
    for (const { key } of [templatesApi.listVersions, templatesApi.listOddest])
      void queries.invalidateQueries({ queryKey: key() });
  };
  return useEntityForm({
    kind: "stays",
    row: template,
    valuesOf: (row = template) => valuesOf(row),
    checks: { name: (name: string) => (name.trim() === "" ? "Give your template a name." : null) },
    sentOf: (values) => values,
    send: (values, about) =>
      templatesApi.update.call({ ...about, ...values }).catch((error: unknown) => {
        onRefused();
        throw error;
      }),
    failure: "The template couldn’t be saved. Try again.",
    onSaved: (row) => {
      keep(row);
      toastSuccess({ message: "Template saved" });
    },
    onTaken: keep,
  });
}
