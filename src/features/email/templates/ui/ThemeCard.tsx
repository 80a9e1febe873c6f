import { ColorInput, NumberInput, Select, SimpleGrid } from "@mantine/core";
import type { ReactNode } from "react";
import type { FontName, Theme } from "#src/features/email/templates/rules.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { Card } from "#src/kit/Card.tsx";
import { themeFromPage } from "./page-theme.ts";

const FONT_NAMES = [
  { value: "sans", label: "Sans serif" },
  { value: "serif", label: "Serif" },
  { value: "mono", label: "Typewriter" },
];

interface ThemeCardProps {
  theme: Theme;
  onTheme: (theme: Theme) => void;
  errorOf?: (field: string) => ReactNode;
}

export function ThemeCard({ theme, onTheme, errorOf }: ThemeCardProps) {
  const { profiles } = useSelectedProfile();
  const picker = (label: string, name: "background" | "card" | "text" | "accent" | "accent_text") => (
    <ColorInput
      label={label}
      format="hex"
      eyeDropperButtonProps={{ "aria-label": "Pick a color from the screen" }}
      value={theme[name]}
      onChange={(color) => onTheme({ ...theme, [name]: color })}
      error={errorOf?.(name)}
    />
  );
  return (
    <Card title="Look">
      {profiles.length > 0 && (
        <Select
          label="Take the colors of a page"
          placeholder="Choose a profile"
          data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
          value={null}
          onChange={(chosen) => {
            const profile = profiles.find(({ id }) => id === chosen);
            if (profile) onTheme({ ...themeFromPage(profile), font: theme.font });
          }}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {picker("Background", "background")}
        {picker("Card", "card")}
        {picker("Text", "text")}
        {picker("Buttons", "accent")}
        {picker("Button text", "accent_text")}
        <Select
          label="Font"
          data={FONT_NAMES}
          allowDeselect={false}
          value={theme.font}
          onChange={(font) => font && onTheme({ ...theme, font: font as FontName })}
        />
        <NumberInput
          label="Corners"
          suffix=" px"
          min={0}
          max={32}
          allowDecimal={false}
          value={theme.radius}
          onChange={(radius) => typeof radius === "number" && onTheme({ ...theme, radius })}
        />
      </SimpleGrid>
    </Card>
  );
}
