import { Text } from "@mantine/core";

/** What somebody wrote, as text. */
export function Quote({ text }: { text: string }) {
  return (
    <Text
      size="sm"
      dir="auto"
      pl="sm"
      style={{
        whiteSpace: "pre-wrap",
        overflowWrap: "anywhere",
        borderInlineStart: "3px solid var(--mantine-color-default-border)",
      }}
    >
      {text}
    </Text>
  );
}
