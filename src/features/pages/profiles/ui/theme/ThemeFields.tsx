import {
  Alert,
  Button,
  ColorInput,
  Group,
  SimpleGrid,
  Switch,
  Text,
  Tooltip,
  UnstyledButton,
} from "@mantine/core";
import { IconContrast } from "@tabler/icons-react";
import { overridesDarkMode } from "#src/features/pages/profiles/rules.ts";
import { contrastRatio, isColor, READABLE_CONTRAST } from "#src/lib/colors.ts";
import { EditorSection } from "../editor/EditorSection.tsx";
import classes from "../editor/ProfileEditor.module.css";
import type { ProfileForm } from "../editor/use-profile-form.ts";
import { hasColors, PRESETS } from "./theme-presets.ts";

const EYE_DROPPER = { "aria-label": "Pick a color from the screen" };

export function ThemeFields({ form }: { form: ProfileForm }) {
  const { theme } = form.values;
  const picker = (label: string, name: keyof typeof theme) => (
    <ColorInput
      label={label}
      size="md"
      format="hex"
      eyeDropperButtonProps={EYE_DROPPER}
      {...form.getInputProps(`theme.${name}`)}
    />
  );
  return (
    <EditorSection title="Colors">
      <Group gap="xs" role="group" aria-label="Color sets">
        {PRESETS.map(({ label, theme: colors }) => (
          <Tooltip key={label} label={label}>
            <UnstyledButton
              className={classes.preset}
              style={{ background: colors.theme_color }}
              aria-label={label}
              aria-pressed={hasColors(theme, colors)}
              onClick={() => form.setFieldValue("theme", { ...theme, ...colors })}
            >
              <span style={{ background: colors.button_color, color: colors.button_text_color }}>Aa</span>
            </UnstyledButton>
          </Tooltip>
        ))}
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {picker("Page", "theme_color")}
        {picker("Text", "text_color")}
        {picker("Buttons", "button_color")}
        {picker("Button text", "button_text_color")}
      </SimpleGrid>
      <ContrastHint
        subject="Page text"
        text={theme.text_color}
        background={theme.theme_color}
        onFix={(fixed) => form.setFieldValue("theme.text_color", fixed)}
      />
      <ContrastHint
        subject="Button text"
        text={theme.button_text_color}
        background={theme.button_color}
        onFix={(fixed) => form.setFieldValue("theme.button_text_color", fixed)}
      />
      <Switch
        size="md"
        label="Always use my colors"
        description="Visitors in dark mode see these colors too, instead of a darker version."
        checked={overridesDarkMode(theme)}
        onChange={(event) => form.setFieldValue("theme.always_own_colors", event.currentTarget.checked)}
      />
    </EditorSection>
  );
}

interface ContrastHintProps {
  /** Names the text at the start of the sentence. */
  subject: string;
  text: string;
  background: string;
  onFix: (color: string) => void;
}

/** Warns if two colors are hard to read together, and offers a fix. */
function ContrastHint({ subject, text, background, onFix }: ContrastHintProps) {
  if (!isColor(text) || !isColor(background)) return null;
  const ratio = contrastRatio(text, background);
  if (ratio >= READABLE_CONTRAST) return null;
  const better =
    contrastRatio("#ffffff", background) > contrastRatio("#000000", background) ? "#ffffff" : "#000000";
  return (
    <Alert color="brass" variant="light" py="xs" icon={<IconContrast size={20} />} role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm" flex="1 1 14rem">
          {subject} is hard to read: its contrast is {ratio.toFixed(1)}:1 and should be at least{" "}
          {READABLE_CONTRAST}:1. Until you change it, your page adjusts the color slightly.
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => onFix(better)}>
          {better === "#ffffff" ? "Use white" : "Use black"}
        </Button>
      </Group>
    </Alert>
  );
}
