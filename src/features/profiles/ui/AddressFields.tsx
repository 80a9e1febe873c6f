import { Alert, Textarea, TextInput } from "@mantine/core";
import { IconArrowForwardUp } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { instanceQuery } from "#src/features/accounts/ui/shared/account-queries.ts";
import type { Profile } from "#src/features/profiles/contract.ts";
import { OLD_USERNAME_DAYS, USERNAME_CHARS_MAX } from "#src/features/profiles/rules.ts";
import { EditorSection } from "./EditorSection.tsx";
import { shownAddress } from "./shared/page-address.ts";
import type { ProfileForm } from "./use-profile-form.ts";

interface AddressFieldsProps {
  form: ProfileForm;
  /** As it is saved now. */
  profile: Profile;
}

export function AddressFields({ form, profile }: AddressFieldsProps) {
  const { data: instance } = useQuery(instanceQuery());
  const publicUrl = instance?.public_url ?? location.origin;
  const { username } = form.values;
  const input = form.getInputProps("username");
  return (
    <EditorSection title="Address and notes">
      <TextInput
        label="Address"
        description={shownAddress(publicUrl, username)}
        maxLength={USERNAME_CHARS_MAX}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...input}
        onChange={(event) => form.setFieldValue("username", event.currentTarget.value.trim().toLowerCase())}
      />
      {username !== profile.username && (
        <Alert variant="light" icon={<IconArrowForwardUp size={20} />} py="xs" role="status">
          The old address /{profile.username} leads to the new one for {OLD_USERNAME_DAYS} days, and nobody
          else can take it in that time.
        </Alert>
      )}
      <Textarea
        label="Notes"
        description="For your own eyes only."
        autosize
        minRows={2}
        maxRows={10}
        {...form.getInputProps("notes")}
      />
    </EditorSection>
  );
}
