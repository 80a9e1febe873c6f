import { PATHS } from "#src/lib/paths.ts";
import "#src/kit/deferred.css";
import { Text, Textarea, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { claimedName, deleteClaimedName } from "#src/features/identity/accounts/ui/shared/claimed-name.ts";
import { LimitSwitch } from "#src/features/instance/settings/ui/shared/LimitSwitch.tsx";
import { PremiumOffer } from "#src/features/money/billing/ui/shared/PremiumOffer.tsx";
import { NAME_CHARS_MAX, PROFILE_ERRORS, type Profile } from "#src/features/pages/profiles/contract.ts";
import { nextFreeUsername, usernameFromName } from "#src/features/pages/profiles/rules.ts";
import type { StarterKey } from "#src/features/pages/profiles/starter-rules.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { LANGUAGE } from "#src/kit/locale.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { isBlank } from "#src/lib/text.ts";
import { usePageUrls } from "../shared/page-url.ts";
import { profilesApi } from "../shared/profile-queries.ts";
import { startersApi } from "../shared/starters-api.ts";
import { useProfileCache } from "../shared/use-profile-actions.ts";
import { rememberProfile, useSelectedProfile } from "../shared/use-selected-profile.ts";
import { StarterChoice } from "./StarterChoice.tsx";

interface CreateProfileDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function CreateProfileDialog({ opened, onClose }: CreateProfileDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="New profile" size="lg">
      <CreateForm onClose={onClose} />
    </FormDialog>
  );
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const { keep } = useProfileCache();
  const navigate = useNavigate();
  const entity = useEntityForm({
    kind: "dialog",
    row: undefined,
    valuesOf: (_?: Profile) => ({
      name: claimedName() ?? "",
      notes: "",
      starter: null as StarterKey | null,
    }),
    checks: { name: (value) => (isBlank(value) ? PROFILE_ERRORS.NAME_REQUIRED.message : null) },
    sentOf: (values) => values,
    send: ({ starter, ...values }, { id }) =>
      starter === null
        ? profilesApi.create.call({ id, ...values })
        : startersApi.createFromStarter.call({ id, starter, language: LANGUAGE, ...values }),
    failure: "Failed to create profile",
    onSaved: (profile) => {
      keep(profile);
      deleteClaimedName();
      rememberProfile(profile.id);
      toastSuccess({
        message:
          profile.link_count === 0
            ? `“${profile.name}” is active. Now add some links.`
            : `“${profile.name}” is active. Fill in its links, then show them.`,
      });
      void navigate({ to: PATHS.links, search: { profile: profile.id } });
    },
  });
  const { form, refusal } = entity;
  return (
    <DialogForm
      entity={entity}
      action="Create profile"
      onClose={onClose}
      help={
        refusal?.code === "PROFILE_LIMIT" && (
          <>
            <PremiumOffer what="profiles" isRefused />
            <LimitSwitch />
          </>
        )
      }
    >
      <TextInput
        label="Name"
        description="An artist, a shop, a project. Visitors see it at the top of the page."
        maxLength={NAME_CHARS_MAX}
        data-autofocus
        {...form.getInputProps("name")}
      />
      <UrlHint name={form.values.name} />
      <StarterChoice
        value={form.values.starter}
        onChange={(starter) => form.setFieldValue("starter", starter)}
      />
      <Textarea
        label="Notes"
        description="Visitors never see these."
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps("notes")}
      />
    </DialogForm>
  );
}

/** The page's future URL, while its name is being typed. */
function UrlHint({ name }: { name: string }) {
  const { short } = usePageUrls();
  const { profiles } = useSelectedProfile();
  if (isBlank(name)) return null;
  const taken = new Set(profiles.map((profile) => profile.username));
  const username = nextFreeUsername(
    usernameFromName(name, () => "1234"),
    taken,
  );
  return (
    <Text size="sm" c="dimmed" aria-live="polite" style={{ overflowWrap: "anywhere" }}>
      Your URL will be <b>{short({ username })}</b>. If it’s taken, we’ll add a number. You can change it
      later.
    </Text>
  );
}
