import { Button, FileButton, Group, Modal, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { EMPTY_CATALOG } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { freeName } from "#src/features/email/sequences/ui/shared/free-name.ts";
import { mailStart } from "#src/features/email/templates/ui/shared/mail-start.ts";
import { usePageUrls } from "#src/features/pages/profiles/ui/shared/page-url.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { newId } from "#src/kit/new-id.ts";
import { toastError, toastFailure } from "#src/kit/toasts.tsx";
import { currentZone } from "#src/kit/zone.ts";
import { PATHS } from "#src/lib/paths.ts";
import classes from "./Rules.module.css";
import { READY_MADE } from "./ready/ready-made.ts";
import { fromFile } from "./rule-file.ts";
import { createAutomation, useAutomationsRefresh } from "./shared/automation-queries.ts";
import { useRuleCatalog } from "./shared/use-rule-catalog.ts";

interface NewRuleDialogProps {
  opened: boolean;
  taken: readonly { name: string }[];
  onClose: () => void;
}

interface Made {
  name: string;
  draft: object;
}

const FILE_BYTES_MAX = 4 * 1024 * 1024;
const NOT_ONE = "That isn’t a rule that was exported here. Choose its JSON file.";

/** Ready-made rules, an empty one, and those from a file. */
export function NewRuleDialog({ opened, taken, onClose }: NewRuleDialogProps) {
  const navigate = useNavigate();
  const refresh = useAutomationsRefresh();
  const { isThere, ...start } = useStart();
  const add = useMutation({
    mutationFn: ({ name, draft }: Made) =>
      createAutomation({ id: newId(), name: freeName(name, taken), draft: draft as never }),
    onSuccess: async ({ id }) => {
      void refresh();
      onClose();
      await navigate({ to: PATHS.rule, params: { id } });
    },
    onError: (error) => toastError(error, "The rule couldn’t be added. Try again."),
  });
  const read = async (file: File | null) => {
    if (!file) return;
    const made = file.size > FILE_BYTES_MAX ? undefined : fromFile(await file.text());
    if (made) add.mutate(made);
    else toastFailure({ title: "Nothing imported", message: NOT_ONE });
  };
  const choices = [
    ...READY_MADE.map(({ key, name, about, make }) => ({ key, name, about, make: () => make(start) })),
    { key: "blank", name: "New rule", about: "Your own, from nothing", make: () => ({}) },
  ];
  return (
    <Modal opened={opened} onClose={onClose} title="Start from" size="xl">
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
          {choices.map(({ key, name, about, make }) => (
            <button
              key={key}
              type="button"
              className={`plain-button mantine-focus-auto ${classes.choice}`}
              disabled={add.isPending || !isThere}
              onClick={() => add.mutate({ name, draft: { time_zone: currentZone(), ...make() } })}
            >
              <Text fw={600}>{name}</Text>
              <Text size="sm" c="dimmed">
                {about}
              </Text>
            </button>
          ))}
        </SimpleGrid>
        <Group gap="sm">
          <FileButton accept="application/json,.json" onChange={(file) => void read(file)}>
            {(button) => (
              <Button
                {...button}
                variant="default"
                leftSection={<IconUpload size={18} />}
                loading={add.isPending}
              >
                Import from a file
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            Nothing happens before you turn it on.
          </Text>
        </Group>
      </Stack>
    </Modal>
  );
}

/** What ready-made rules are filled with: a page's colors and URL, and what the account has. */
function useStart() {
  const { selected } = useSelectedProfile();
  const { full } = usePageUrls();
  const { catalog, query } = useRuleCatalog();
  return {
    // Without them, a ready-made rule would be about nothing.
    isThere: catalog !== undefined || query.isError,
    theme: mailStart(selected).theme,
    url: selected ? full(selected) : "",
    profileId: selected?.id,
    catalog: catalog ?? { ...EMPTY_CATALOG, sequences: [], webhooks: [] },
  };
}
