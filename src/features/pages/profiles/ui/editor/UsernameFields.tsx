import { Alert, Button, Group, Textarea, TextInput } from "@mantine/core";
import { IconArrowForwardUp } from "@tabler/icons-react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { OLD_USERNAME_DAYS, USERNAME_CHARS_MAX } from "#src/features/pages/profiles/rules.ts";
import { usePageUrls } from "../shared/page-url.ts";
import { EditorSection } from "./EditorSection.tsx";
import type { ProfileForm } from "./use-profile-form.ts";

interface UsernameFieldsProps {
  form: ProfileForm;
  profile: Profile;
  rename: () => void;
  isSending: boolean;
}

export function UsernameFields({ form, profile, rename, isSending }: UsernameFieldsProps) {
  const { short } = usePageUrls();
  const { username } = form.values;
  // A draft goes live under its page's name.
  const isDraft = profile.draft_of !== null;
  const input = form.getInputProps("username");
  return (
    <EditorSection title={isDraft ? "Notes" : "Username and notes"}>
      {!isDraft && (
        <TextInput
          label="Username"
          description={`Your page is at ${short({ username })}`}
          maxLength={USERNAME_CHARS_MAX}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          onChange={(event) => form.setFieldValue("username", event.currentTarget.value.trim().toLowerCase())}
        />
      )}
      {username !== profile.username && (
        <>
          <Alert variant="light" icon={<IconArrowForwardUp size={20} />} py="xs" role="status">
            /{profile.username} will redirect to the new URL for {OLD_USERNAME_DAYS} days. Until then, nobody
            else can take it.
          </Alert>
          <Group gap="xs">
            <Button loading={isSending} onClick={rename}>
              Change username
            </Button>
            <Button variant="default" onClick={() => form.setFieldValue("username", profile.username)}>
              Keep /{profile.username}
            </Button>
          </Group>
        </>
      )}
      <Textarea
        label="Notes"
        description="Visitors never see these."
        autosize
        minRows={2}
        maxRows={10}
        {...form.getInputProps("notes")}
      />
    </EditorSection>
  );
}
