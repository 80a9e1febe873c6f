import { Button, Group, Select, Stack } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { formatFileSize } from "#src/features/email/templates/rules.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { MailThumbnail } from "../MailThumbnail.tsx";
import { templatesApi } from "../template-queries.ts";
import { startFrom } from "./template-start.ts";
import type { MailChange, WrittenMail } from "./written-mail.ts";

interface TemplateFieldProps {
  mail: WrittenMail;
  onMail: (change: MailChange) => void;
}

/** A template that’s sent as it is by then, or copied to be changed here. */
export function TemplateField({ mail: { template_id }, onMail }: TemplateFieldProps) {
  const { data, error } = useQuery(templatesApi.list.queryOptions());
  const chosen = data?.items.find(({ id }) => id === template_id);
  const files = chosen?.attachments ?? [];
  const copy = useMutation({
    mutationFn: (id: string) => templatesApi.get.call({ id }),
    onSuccess: (template) => onMail((latest) => startFrom(template, latest)),
    onError: (error) => toastError(error, "The template couldn’t be copied. Try again."),
  });
  return (
    <Group align="flex-start" wrap="nowrap" gap="md">
      {chosen && <MailThumbnail look={chosen.look} />}
      <Stack flex={1} miw={0} gap="sm">
        <Select
          size="md"
          label="Template"
          description={
            files.length === 0
              ? undefined
              : `With ${files.map(({ name, bytes }) => `${name} (${formatFileSize(bytes)})`).join(", ")}`
          }
          placeholder="Choose a template"
          searchable
          nothingFoundMessage="No template by that name."
          data={(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={template_id}
          error={!data && error && "We couldn’t load your templates. Reload the page."}
          onChange={(template_id) => onMail({ template_id })}
        />
        {chosen && chosen.mode !== "markdown" && (
          <Button
            variant="default"
            size="sm"
            w="fit-content"
            loading={copy.isPending}
            onClick={() => copy.mutate(chosen.id)}
          >
            Change it for this e-mail only
          </Button>
        )}
      </Stack>
    </Group>
  );
}
