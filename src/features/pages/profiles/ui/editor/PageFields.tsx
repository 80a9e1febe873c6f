import { TextInput } from "@mantine/core";
import { BIO_CHARS_MAX, NAME_CHARS_MAX } from "#src/features/pages/profiles/contract.ts";
import { GrowingTextarea } from "#src/kit/form/GrowingTextarea.tsx";
import { EditorSection } from "./EditorSection.tsx";
import { memoByFields } from "./memo-by-fields.ts";
import { PictureField } from "./PictureField.tsx";
import type { ProfileForm } from "./use-profile-form.ts";

export function PageFields({ form }: { form: ProfileForm }) {
  return (
    <EditorSection title="Page" text="What visitors see first.">
      <Picture form={form} />
      <Names form={form} />
      <Bio form={form} />
    </EditorSection>
  );
}

const Picture = memoByFields(PictureOf, "name", "display_name", "theme", "profile_picture_url");

function PictureOf({ form }: { form: ProfileForm }) {
  const { name, display_name, theme, profile_picture_url } = form.values;
  return (
    <PictureField
      name={display_name || name}
      theme={theme}
      url={profile_picture_url}
      error={form.errors.profile_picture_url}
      onChange={(url) => form.setFieldValue("profile_picture_url", url)}
    />
  );
}

const Names = memoByFields(NameFields, "name", "display_name");

function NameFields({ form }: { form: ProfileForm }) {
  return (
    <>
      <TextInput label="Name" maxLength={NAME_CHARS_MAX} {...form.getInputProps("name")} />
      <TextInput
        label="Display name"
        description="Visitors see this instead of the name."
        placeholder={form.values.name}
        maxLength={NAME_CHARS_MAX}
        {...form.getInputProps("display_name")}
      />
    </>
  );
}

function Bio({ form }: { form: ProfileForm }) {
  return (
    <GrowingTextarea
      label="Bio"
      description={`${form.values.public_notes.length} of ${BIO_CHARS_MAX} characters`}
      placeholder="Who you are and what people will find here"
      maxLength={BIO_CHARS_MAX}
      minRows={3}
      maxRows={10}
      {...form.getInputProps("public_notes")}
    />
  );
}
