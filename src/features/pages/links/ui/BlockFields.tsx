import { Select, Switch, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { BLOCK_TEXT_CHARS_MAX, CURRENCIES } from "#src/features/pages/links/blocks-contract.ts";
import { DESCRIPTION_CHARS_MAX, TITLE_CHARS_MAX } from "#src/features/pages/links/rules.ts";
import { GrowingTextarea } from "#src/kit/form/GrowingTextarea.tsx";
import type { BlockFieldProps, BlockKind } from "./block-form.ts";
import { FaqFields } from "./FaqFields.tsx";
import { GalleryFields } from "./GalleryFields.tsx";
import { OwnPictureField } from "./OwnPictureField.tsx";

const ADDRESS = { inputMode: "url", autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;

const FIELDS: Readonly<Record<BlockKind, (props: BlockFieldProps) => ReactNode>> = {
  heading: ({ form }) => <TitleField form={form} label="Heading" />,
  text: TextField,
  picture: PictureFields,
  gallery: ({ form }) => (
    <>
      <GalleryFields form={form} />
      <TitleField form={form} label="Heading (optional)" />
    </>
  ),
  spacer: SpacerFields,
  embed: EmbedFields,
  contact_card: ContactFields,
  map: MapFields,
  faq: ({ form }) => (
    <>
      <TitleField form={form} label="Heading (optional)" />
      <FaqFields form={form} />
    </>
  ),
  group: GroupFields,
  countdown: CountdownFields,
  newsletter: NewsletterFields,
  support: SupportFields,
};

/** The fields of one kind of block. */
export function BlockFields({ kind, form }: BlockFieldProps & { kind: BlockKind }) {
  const Fields = FIELDS[kind];
  return <Fields form={form} />;
}

function TitleField({ form, label, hint }: BlockFieldProps & { label: string; hint?: string }) {
  return (
    <TextInput
      label={label}
      description={hint}
      maxLength={TITLE_CHARS_MAX}
      data-autofocus
      {...form.getInputProps("title")}
    />
  );
}

function DescriptionField({ form }: BlockFieldProps) {
  return (
    <GrowingTextarea
      label="Text (optional)"
      maxLength={DESCRIPTION_CHARS_MAX}
      minRows={2}
      maxRows={6}
      {...form.getInputProps("description")}
    />
  );
}

function TextField({ form }: BlockFieldProps) {
  return (
    <GrowingTextarea
      label="Text"
      description="Write **bold** for bold words, and [words](example.com) for a link."
      maxLength={BLOCK_TEXT_CHARS_MAX}
      minRows={4}
      maxRows={14}
      {...form.getInputProps("content.text")}
    />
  );
}

function PictureFields({ form }: BlockFieldProps) {
  return (
    <>
      <OwnPictureField
        label="Picture"
        value={form.getValues().picture_url}
        error={form.errors.picture_url}
        onChange={(url, alt_text) => {
          form.setFieldValue("picture_url", url);
          if (alt_text && form.getValues().title.trim() === "") form.setFieldValue("title", alt_text);
        }}
      />
      <TitleField
        form={form}
        label="Description"
        hint="What’s in the picture, for people who can’t see it."
      />
      <TextInput
        label="URL (optional)"
        placeholder="example.com"
        {...ADDRESS}
        {...form.getInputProps("url")}
      />
    </>
  );
}

function SpacerFields({ form }: BlockFieldProps) {
  return (
    <Select
      size="md"
      label="Look"
      allowDeselect={false}
      data={[
        { value: "space", label: "Space" },
        { value: "line", label: "Line" },
      ]}
      {...form.getInputProps("content.look")}
    />
  );
}

function EmbedFields({ form }: BlockFieldProps) {
  return (
    <>
      <TextInput
        label="URL"
        description="A video, a track, or a post on YouTube, Vimeo, Spotify, SoundCloud, TikTok, or Instagram. Nothing loads from there before visitors press play."
        placeholder="youtube.com/watch?v=…"
        {...ADDRESS}
        {...form.getInputProps("url")}
      />
      <TitleField form={form} label="Title (optional)" />
    </>
  );
}

function ContactFields({ form }: BlockFieldProps) {
  return (
    <>
      <TextInput label="Name" maxLength={TITLE_CHARS_MAX} {...form.getInputProps("title")} />
      <TextInput label="Role" maxLength={100} {...form.getInputProps("content.role")} />
      <TextInput label="Company" maxLength={100} {...form.getInputProps("content.company")} />
      <TextInput label="E-mail" inputMode="email" maxLength={254} {...form.getInputProps("content.email")} />
      <TextInput label="Phone" inputMode="tel" maxLength={50} {...form.getInputProps("content.phone")} />
      <TextInput label="Website" {...ADDRESS} {...form.getInputProps("content.website")} />
      <GrowingTextarea
        label="Address"
        minRows={2}
        maxRows={5}
        maxLength={300}
        {...form.getInputProps("content.address")}
      />
    </>
  );
}

function MapFields({ form }: BlockFieldProps) {
  return (
    <>
      <TextInput
        label="Address"
        placeholder="12 Harbor Street, Lisbon"
        maxLength={300}
        {...form.getInputProps("content.address")}
      />
      <TitleField form={form} label="Title (optional)" />
    </>
  );
}

function GroupFields({ form }: BlockFieldProps) {
  const { is_collapsible } = form.getValues().content;
  return (
    <>
      <TitleField
        form={form}
        label="Title"
        hint="Drag links below it to put them in, or choose the group where you edit a link."
      />
      <Switch
        label="Visitors can open and close it"
        {...form.getInputProps("content.is_collapsible", { type: "checkbox" })}
      />
      {is_collapsible && (
        <Switch label="Open at first" {...form.getInputProps("content.is_open", { type: "checkbox" })} />
      )}
    </>
  );
}

function CountdownFields({ form }: BlockFieldProps) {
  const { after } = form.getValues().content;
  return (
    <>
      <TitleField form={form} label="Title" />
      <TextInput
        type="datetime-local"
        label="Ends"
        description="In your time zone."
        {...form.getInputProps("content.ends_at")}
      />
      <Select
        size="md"
        label="At the end"
        allowDeselect={false}
        data={[
          { value: "hide", label: "Disappears" },
          { value: "text", label: "Shows a text" },
        ]}
        {...form.getInputProps("content.after")}
      />
      {after === "text" && (
        <TextInput label="Text at the end" maxLength={200} {...form.getInputProps("content.text")} />
      )}
    </>
  );
}

function NewsletterFields({ form }: BlockFieldProps) {
  return (
    <>
      <TitleField
        form={form}
        label="Title (optional)"
        hint="What’s empty is taken from the form in your profile’s settings."
      />
      <DescriptionField form={form} />
      <TextInput
        label="Button (optional)"
        maxLength={60}
        placeholder="Sign up"
        {...form.getInputProps("content.button")}
      />
    </>
  );
}

function SupportFields({ form }: BlockFieldProps) {
  return (
    <>
      <TitleField form={form} label="Title" />
      <DescriptionField form={form} />
      <TextInput
        label="URL"
        description="Your page on Ko-fi, Buy Me a Coffee, PayPal.me, or Stripe."
        placeholder="ko-fi.com/you"
        {...ADDRESS}
        {...form.getInputProps("url")}
      />
      <TextInput
        label="Amounts (optional)"
        description="Up to four, such as 3, 5, 10. Buy Me a Coffee asks for the amount itself."
        inputMode="decimal"
        {...form.getInputProps("content.amounts")}
      />
      <Select
        size="md"
        label="Currency"
        allowDeselect={false}
        data={[...CURRENCIES]}
        {...form.getInputProps("content.currency")}
      />
    </>
  );
}
