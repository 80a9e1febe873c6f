import { Alert, Button, Group, Text } from "@mantine/core";
import { IconContrast } from "@tabler/icons-react";
import { contrastRatio, isColor, READABLE_CONTRAST } from "#src/lib/colors.ts";

interface ContrastHintProps {
  /** Names the text. Starts the sentence. */
  subject: string;
  text: string;
  background: string;
  onFix: (color: string) => void;
}

/** Warns if two colors are hard to read together, and offers a fix. */
export function ContrastHint({ subject, text, background, onFix }: ContrastHintProps) {
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
