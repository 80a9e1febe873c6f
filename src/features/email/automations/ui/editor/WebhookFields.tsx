import { Button, Code, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { confirm } from "#src/kit/confirm.ts";
import { SecretDialog } from "#src/kit/SecretDialog.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { URL_CHARS_MAX } from "#src/lib/url.ts";
import { fillTags } from "../../body-rules.ts";
import { automationsApi } from "../shared/automation-queries.ts";
import type { ActionFieldsProps } from "./OwnFields.tsx";
import classes from "./Rule.module.css";
import { useSecretOwner } from "./secret-owner.ts";

const BODY_CHARS_MAX = 10_000;
const SAMPLE = {
  contact: { email: "ada@example.com", name: "Ada Lovelace", country: "GB" },
  event: { type: "tag", tag: "vip", at: "2026-12-24T09:00:00.000Z" },
};

/** The body as another program would get it, or undefined if that isn't JSON. */
export function sampleOf(body: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(fillTags(body, SAMPLE)), null, 2);
  } catch {
    return undefined;
  }
}

/** Where a call goes, and what it says. */
export function WebhookFields({ action: { url, body }, onChange }: ActionFieldsProps<"webhook">) {
  const sample = body.trim() === "" ? "{}" : sampleOf(body);
  const mayReplace = useHasPermission("webhooks.manage");
  return (
    <Stack>
      <TextInput
        type="url"
        label="URL"
        description="We post to it, and wait up to ten seconds for an answer."
        placeholder="https://example.com/hooks"
        maxLength={URL_CHARS_MAX}
        value={url}
        onChange={({ currentTarget }) => onChange({ url: currentTarget.value })}
      />
      <Textarea
        label="Body"
        description="JSON. Merge tags such as {{ contact.email }} and {{ event.tag }} are filled in."
        autosize
        minRows={4}
        maxRows={16}
        maxLength={BODY_CHARS_MAX}
        classNames={{ input: classes.code }}
        spellCheck={false}
        dir="ltr"
        error={sample === undefined && "This isn’t JSON yet. Texts need quotation marks around them."}
        value={body}
        onChange={({ currentTarget }) => onChange({ body: currentTarget.value })}
      />
      {sample !== undefined && (
        <div>
          <Text size="sm" fw={500}>
            For example
          </Text>
          <Code block dir="ltr" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
            {sample}
          </Code>
        </div>
      )}
      {mayReplace && <Secret />}
    </Stack>
  );
}

/** What the other program checks our calls by. It's shown once. */
function Secret() {
  const { id, has_secret } = useSecretOwner();
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const rotate = useMutation({
    mutationFn: () => automationsApi.rotateSecret.call({ id }),
    onSuccess: (made) => {
      setSecret(made.secret);
      void queries.invalidateQueries({ queryKey: automationsApi.get.key({ input: { id } }) });
    },
    onError: (error) => toastError(error, "There’s no new secret. Try again."),
  });
  const ask = async () => {
    const title = "Replace the secret?";
    const message = "Programs that check our calls refuse them until they know the new one.";
    if (!has_secret || (await confirm({ title, message, confirm: "Replace secret", danger: true })))
      rotate.mutate();
  };
  return (
    <>
      <Group gap="sm">
        <Button
          variant="default"
          size="sm"
          leftSection={<IconKey size={16} />}
          loading={rotate.isPending}
          onClick={() => void ask()}
        >
          {has_secret ? "Replace secret" : "Create secret"}
        </Button>
        <Text size="xs" c="dimmed" flex="1 1 12rem">
          Each call is signed with it, so that the other program knows it’s from you.
        </Text>
      </Group>
      <SecretDialog
        title="The rule’s secret"
        what="Secret"
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
    </>
  );
}
