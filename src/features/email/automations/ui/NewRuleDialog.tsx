import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { EMPTY_CATALOG } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { FileStart } from "#src/features/email/sequences/ui/shared/FileStart.tsx";
import { freeName } from "#src/features/email/sequences/ui/shared/free-name.ts";
import type { Made } from "#src/features/email/sequences/ui/shared/json-file.ts";
import { mailStart } from "#src/features/email/templates/ui/shared/mail-start.ts";
import { usePageUrls } from "#src/features/pages/profiles/ui/shared/page-url.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { newId } from "#src/kit/new-id.ts";
import { StartDialog } from "#src/kit/StartDialog.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { currentZone } from "#src/kit/zone.ts";
import { PATHS } from "#src/lib/paths.ts";
import { READY_MADE } from "./ready/ready-made.ts";
import { RULE_FILE } from "./rule-labels.ts";
import { createAutomation, useAutomationsRefresh } from "./shared/automation-queries.ts";
import { useRuleCatalog } from "./shared/use-rule-catalog.ts";

interface NewRuleDialogProps {
  opened: boolean;
  taken: readonly { name: string }[];
  onClose: () => void;
}

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
  const choices = [
    ...READY_MADE.map(({ key, name, about, make }) => ({ key, name, about, make: () => make(start) })),
    { key: "blank", name: "New rule", about: "Your own, from nothing", make: () => ({}) },
  ];
  return (
    <StartDialog
      opened={opened}
      choices={choices}
      isBusy={add.isPending || !isThere}
      onChoose={({ name, make }) => add.mutate({ name, draft: { time_zone: currentZone(), ...make() } })}
      onClose={onClose}
    >
      <FileStart
        kind={RULE_FILE}
        refusal="That isn’t a rule that was exported here. Choose its JSON file."
        note="Nothing happens before you turn it on."
        isBusy={add.isPending}
        onMade={(made) => add.mutate(made)}
      />
    </StartDialog>
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
