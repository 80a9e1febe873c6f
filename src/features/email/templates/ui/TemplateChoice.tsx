import { Text } from "@mantine/core";
import type { Look } from "#src/features/email/templates/look-contract.ts";
import { MailThumbnail } from "./MailThumbnail.tsx";
import classes from "./Templates.module.css";

interface TemplateChoiceProps {
  name: string;
  about: string;
  look: Look;
  disabled: boolean;
  onChoose: () => void;
}

/** A template to start from. */
export function TemplateChoice({ name, about, look, disabled, onChoose }: TemplateChoiceProps) {
  return (
    <button
      type="button"
      className={`plain-button mantine-focus-auto ${classes.choice}`}
      disabled={disabled}
      onClick={onChoose}
    >
      <MailThumbnail look={look} />
      <span style={{ minWidth: 0, overflowWrap: "anywhere" }}>
        <Text fw={600} dir="auto">
          {name}
        </Text>
        <Text size="sm" c="dimmed" dir="auto">
          {about}
        </Text>
      </span>
    </button>
  );
}
