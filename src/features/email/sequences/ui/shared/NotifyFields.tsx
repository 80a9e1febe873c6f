import { TextInput } from "@mantine/core";

const CHARS_MAX = 300;

export function NotifyFields({ text, onText }: { text: string; onText: (text: string) => void }) {
  return (
    <TextInput
      label="What your team should know"
      description="The fan’s name comes with it."
      maxLength={CHARS_MAX}
      value={text}
      onChange={({ currentTarget }) => onText(currentTarget.value)}
    />
  );
}
