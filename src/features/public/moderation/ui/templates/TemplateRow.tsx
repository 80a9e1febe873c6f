import { Badge, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { DECISION_LABELS } from "#src/features/public/moderation/cases/case-rules.ts";
import type { ReplyTemplate } from "#src/features/public/moderation/templates/template-contract.ts";
import { confirm } from "#src/kit/confirm.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { LANGUAGE_NAMES, LANGUAGES } from "#src/lib/language.ts";
import { moderationApi, useCasesRefresh } from "../case-queries.ts";
import { Quote } from "../Quote.tsx";

const CHARS_SHOWN = 300;

/** One template, with where it’s offered and who changed it. */
export function TemplateRow({ template, onEdit }: { template: ReplyTemplate; onEdit: () => void }) {
  const { id, name, texts, decisions, version, is_built_in, by, updated_at } = template;
  const refresh = useCasesRefresh();
  const remove = useMutation({
    mutationFn: () => moderationApi.removeTemplate.call({ id, version }),
    onSettled: refresh,
    onError: (error) => toastError(error, "That couldn’t be removed. Try again."),
  });
  const askToRemove = async () => {
    const asked = is_built_in
      ? { title: "Go back to the built-in text?", confirm: "Go back" }
      : { title: "Remove this template?", confirm: "Remove" };
    const message = "What was sent with it stays as it is.";
    if (await confirm({ ...asked, message, danger: true })) remove.mutate();
  };
  const written = LANGUAGES.filter((one) => texts[one] !== "");
  const shown = written[0] ? texts[written[0]] : "";
  return (
    <Paper component="li" withBorder radius="lg" px="md" py="sm" style={{ overflowWrap: "anywhere" }}>
      <Stack gap="xs">
        <Group gap="xs">
          <Text fw={600} dir="auto">
            {name}
          </Text>
          {is_built_in && <Badge variant="light">{version === 0 ? "Built in" : "Built in, changed"}</Badge>}
        </Group>
        <Quote text={shown.length > CHARS_SHOWN ? `${shown.slice(0, CHARS_SHOWN)}…` : shown} />
        <Text size="xs" c="dimmed">
          {[
            written.map((one) => LANGUAGE_NAMES[one]).join(", "),
            decisions.map((one) => DECISION_LABELS[one]).join(", "),
            by,
            updated_at && formatDateTime(updated_at),
          ]
            .filter(Boolean)
            .join(" · ")}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
          {version > 0 && (
            <Button
              size="xs"
              variant="default"
              loading={remove.isPending}
              aria-label={is_built_in ? `Go back to the built-in text of ${name}` : `Remove ${name}`}
              onClick={() => void askToRemove()}
            >
              {is_built_in ? "Back to built in" : "Remove"}
            </Button>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}
