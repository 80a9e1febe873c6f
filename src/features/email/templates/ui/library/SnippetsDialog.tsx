import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Snippet } from "#src/features/email/templates/library/library-contract.ts";
import { confirm } from "#src/kit/confirm.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { templatesApi } from "../template-queries.ts";

interface SnippetsDialogProps {
  snippets: readonly Snippet[];
  opened: boolean;
  onClose: () => void;
}

export function SnippetsDialog({ snippets, opened, onClose }: SnippetsDialogProps) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => templatesApi.deleteSnippet.call({ id }),
    onSettled: () => queries.invalidateQueries({ queryKey: templatesApi.listSnippets.key() }),
    onError: (error) => toastError(error, "The snippet couldn’t be deleted. Try again."),
  });
  const ask = async ({ id, name }: Snippet) => {
    const message = "E-mails that have it keep it.";
    const question = { title: `Delete “${name}”?`, message, confirm: "Delete snippet", danger: true };
    if (await confirm(question)) remove.mutate(id);
  };
  return (
    <Modal opened={opened} onClose={onClose} title="Snippets">
      <Stack gap="sm">
        {snippets.length === 0 && <Text size="sm">There are none left.</Text>}
        {snippets.map((snippet) => (
          <Group key={snippet.id} justify="space-between" wrap="nowrap">
            <Text size="sm" fw={600} style={{ minWidth: 0, overflowWrap: "anywhere" }}>
              {snippet.name}
            </Text>
            <Button
              size="xs"
              variant="default"
              aria-label={`Delete ${snippet.name}`}
              loading={remove.isPending && remove.variables === snippet.id}
              onClick={() => void ask(snippet)}
            >
              Delete
            </Button>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
