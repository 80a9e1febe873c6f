import { Button, Group, Stack, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { BLOCK_TEXT_CHARS_MAX, FAQ_ITEMS_MAX } from "#src/features/pages/links/blocks-contract.ts";
import { GrowingTextarea } from "#src/kit/form/GrowingTextarea.tsx";
import classes from "./Blocks.module.css";
import type { BlockFieldProps } from "./block-form.ts";

export function FaqFields({ form }: BlockFieldProps) {
  const { items } = form.getValues().content;
  return (
    <Stack gap="sm">
      {items.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are controlled, and have nothing but their place
        <div key={index} className={classes.item}>
          <TextInput
            label={`Question ${index + 1}`}
            maxLength={200}
            {...form.getInputProps(`content.items.${index}.question`)}
          />
          <GrowingTextarea
            label="Answer"
            minRows={2}
            maxRows={8}
            maxLength={BLOCK_TEXT_CHARS_MAX}
            {...form.getInputProps(`content.items.${index}.answer`)}
          />
          {items.length > 1 && (
            <Group justify="flex-end">
              <Button
                variant="subtle"
                color="gray"
                size="sm"
                onClick={() => form.removeListItem("content.items", index)}
              >
                Remove
              </Button>
            </Group>
          )}
        </div>
      ))}
      {items.length < FAQ_ITEMS_MAX && (
        <Button
          variant="light"
          leftSection={<IconPlus size={18} />}
          onClick={() => form.insertListItem("content.items", { question: "", answer: "" })}
        >
          Add a question
        </Button>
      )}
    </Stack>
  );
}
