import { NativeSelect, SegmentedControl, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Banner, BannerParts } from "#src/features/instance/banners/contract.ts";
import {
  AUDIENCE_LABELS,
  BANNER_AUDIENCES,
  BANNER_CHARS_MAX,
  BUTTON_CHARS_MAX,
  URL_CHARS_MAX,
} from "#src/features/instance/banners/rules.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "#src/lib/language.ts";
import { PATHS } from "#src/lib/paths.ts";
import { bannersApi, useBannersRefresh } from "./banner-queries.ts";
import { BannerLine } from "./shared/BannerLine.tsx";

interface BannerDialogProps {
  opened: boolean;
  onClose: () => void;
  id: string;
  banner: Banner | undefined;
}

/** Writes a banner, or changes one. */
export function BannerDialog({ opened, onClose, banner, ...form }: BannerDialogProps) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={banner ? "Change the banner" : "New banner"}
      size="lg"
    >
      <BannerForm onClose={onClose} banner={banner} {...form} />
    </FormDialog>
  );
}

const NONE = { en: "", es: "" };
const EMPTY: BannerParts = {
  texts: NONE,
  tone: "info",
  url: "",
  labels: NONE,
  audience: "everyone",
  from_at: null,
  until_at: null,
};

/** A moment as a field for dates and times has it, in the reader’s own time. */
function toField(at: string | null): string {
  if (at === null) return "";
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
const fromField = (value: string): string | null => (value === "" ? null : new Date(value).toISOString());

function BannerForm({ id, banner, onClose }: Omit<BannerDialogProps, "opened">) {
  const [parts, setParts] = useState<BannerParts>(banner ?? EMPTY);
  const [language, setLanguage] = useState<Language>("en");
  const change = (changes: Partial<BannerParts>) => setParts((latest) => ({ ...latest, ...changes }));
  const refresh = useBannersRefresh();
  const save = useMutation({
    mutationFn: () => {
      const { texts, tone, url, labels, audience, from_at, until_at } = parts;
      return bannersApi.save.call({ id, texts, tone, url, labels, audience, from_at, until_at });
    },
    onSuccess: async () => {
      await refresh();
      toastSuccess({ message: "Saved" });
      onClose();
    },
  });
  return (
    <DialogForm
      entity={formOf(save, "That couldn’t be saved. Try again.")}
      action={banner ? "Save" : "Show it"}
      onClose={onClose}
    >
      <SegmentedControl
        aria-label="Language"
        data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        value={language}
        onChange={(value) => setLanguage(LANGUAGES.find((one) => one === value) ?? "en")}
      />
      <Textarea
        size="md"
        label="Text"
        description="One or two sentences. Without a text in their language, people read the English one."
        autosize
        minRows={2}
        maxRows={6}
        maxLength={BANNER_CHARS_MAX}
        lang={language}
        dir="auto"
        value={parts.texts[language]}
        onChange={({ currentTarget: { value } }) => change({ texts: { ...parts.texts, [language]: value } })}
      />
      <SegmentedControl
        aria-label="Tone"
        data={[
          { value: "info", label: "Information" },
          { value: "warning", label: "Warning" },
        ]}
        value={parts.tone}
        onChange={(value) => change({ tone: value === "warning" ? "warning" : "info" })}
      />
      <LinkFields parts={parts} language={language} onChange={change} />
      <NativeSelect
        size="md"
        label="Who sees it"
        data={BANNER_AUDIENCES.map((value) => ({ value, label: AUDIENCE_LABELS[value] }))}
        value={parts.audience}
        onChange={({ currentTarget: { value } }) =>
          change({ audience: BANNER_AUDIENCES.find((one) => one === value) ?? "everyone" })
        }
      />
      <TextInput
        size="md"
        type="datetime-local"
        label="From (optional)"
        value={toField(parts.from_at)}
        onChange={({ currentTarget: { value } }) => change({ from_at: fromField(value) })}
      />
      <TextInput
        size="md"
        type="datetime-local"
        label="Until (optional)"
        value={toField(parts.until_at)}
        onChange={({ currentTarget: { value } }) => change({ until_at: fromField(value) })}
      />
      {parts.texts.en.trim() !== "" && <BannerLine banner={parts} language={language} isInset isSilent />}
    </DialogForm>
  );
}

interface LinkFieldsProps {
  parts: BannerParts;
  language: Language;
  onChange: (changes: Partial<BannerParts>) => void;
}

function LinkFields({ parts: { url, labels }, language, onChange }: LinkFieldsProps) {
  return (
    <>
      <TextInput
        size="md"
        label="Link (optional)"
        description={`A web URL, or a path of this instance such as ${PATHS.help}.`}
        inputMode="url"
        autoCapitalize="none"
        maxLength={URL_CHARS_MAX}
        value={url}
        onChange={({ currentTarget: { value } }) => onChange({ url: value })}
      />
      {url !== "" && (
        <TextInput
          size="md"
          label="What the link says (optional)"
          placeholder="Read more"
          maxLength={BUTTON_CHARS_MAX}
          lang={language}
          dir="auto"
          value={labels[language]}
          onChange={({ currentTarget: { value } }) => onChange({ labels: { ...labels, [language]: value } })}
        />
      )}
    </>
  );
}
