import { Textarea, TextInput } from "@mantine/core";
import { BIO_CHARS_MAX, NAME_CHARS_MAX } from "#src/features/profiles/contract.ts";
import { EditorSection } from "./EditorSection.tsx";
import { PictureField } from "./PictureField.tsx";
import type { ProfileForm } from "./use-profile-form.ts";

export function PageFields({ form }: { form: ProfileForm }) {
  const { name, display_name, public_notes } = form.values;
  return (
    <EditorSection title="Page" text="What visitors see first.">
      <PictureField
        name={display_name || name}
        theme={form.values.theme}
        url={form.values.profile_picture_url}
        error={form.errors.profile_picture_url}
        onChange={(url) => form.setFieldValue("profile_picture_url", url)}
      />
      <TextInput label="Name" maxLength={NAME_CHARS_MAX} {...form.getInputProps("name")} />
      <TextInput
        label="Display name"
        description="Visitors see this instead of the name."
        placeholder={name}
        maxLength={NAME_CHARS_MAX}
        {...form.getInputProps("display_name")}
      />
      <Textarea
        label="Bio"
        description={`${public_notes.length} of ${BIO_CHARS_MAX} characters`}
        placeholder="Who you are and what people will find here"
        maxLength={BIO_CHARS_MAX}
        autosize
        minRows={3}
        maxRows={10}
        {...form.getInputProps("public_notes")}
      />
    </EditorSection>
  );
}
