import { NativeSelect, SimpleGrid } from "@mantine/core";
import { PAGE_FONTS } from "#src/features/pages/profiles/page/fonts.ts";
import { FONTS } from "#src/features/pages/profiles/theme-rules.ts";
import { EditorSection } from "../editor/EditorSection.tsx";
import type { ProfileForm } from "../editor/use-profile-form.ts";

const SYSTEM = { value: "system", label: "The visitor’s own" };
const CHOICES = FONTS.map((key) =>
  key === "system" ? SYSTEM : { value: key, label: PAGE_FONTS[key].label },
);
const TITLE_CHOICES = [{ value: "", label: "Same as the text" }, ...CHOICES];

const keyOf = (value: string) => FONTS.find((key) => key === value) ?? null;

export function FontFields({ form }: { form: ProfileForm }) {
  const { font, title_font } = form.values.theme;
  return (
    <EditorSection title="Fonts" text="Visitors load a font once. Their own is there at once.">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label="Text"
          size="md"
          data={CHOICES}
          value={font}
          error={form.errors["theme.font"]}
          onChange={(event) => form.setFieldValue("theme.font", keyOf(event.currentTarget.value) ?? "system")}
        />
        <NativeSelect
          label="Name and headings"
          size="md"
          data={TITLE_CHOICES}
          value={title_font ?? ""}
          error={form.errors["theme.title_font"]}
          onChange={(event) => form.setFieldValue("theme.title_font", keyOf(event.currentTarget.value))}
        />
      </SimpleGrid>
    </EditorSection>
  );
}
