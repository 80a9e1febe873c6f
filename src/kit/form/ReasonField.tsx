import { Textarea, type TextareaProps } from "@mantine/core";

interface ReasonFieldProps
  extends Pick<TextareaProps, "description" | "maxLength" | "minRows" | "maxRows" | "error"> {
  value: string;
  onChange: (reason: string) => void;
}

/** Why staff do something. Who reads it is its description. */
export function ReasonField({ onChange, minRows = 2, maxRows = 6, ...field }: ReasonFieldProps) {
  return (
    <Textarea
      size="md"
      label="Why"
      autosize
      minRows={minRows}
      maxRows={maxRows}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...field}
    />
  );
}
