import "#src/kit/later.css";
import { Button, Card, Group, Stack, Switch, Text, Textarea, TextInput, Title } from "@mantine/core";
import type { Link } from "#src/features/links/contract.ts";
import { DESCRIPTION_CHARS_MAX, TITLE_CHARS_MAX } from "#src/features/links/rules.ts";
import type { Profile } from "#src/features/profiles/contract.ts";
import { ConflictNotice } from "#src/kit/ConflictNotice.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { LinkOptions } from "./LinkOptions.tsx";
import classes from "./Links.module.css";
import { openedAddress } from "./link-form.ts";
import { useLinkParts } from "./link-parts.ts";
import { useLinkForm } from "./use-link-form.ts";

export interface LinkFormProps {
  profile: Profile;
  /** The one to edit; a new one when left out. */
  link?: Link;
  heading: string;
  onDraft: (draft: Link | null) => void;
  onDone: () => void;
  /** Left out where the form always stays. */
  onCancel?: (() => void) | undefined;
}

export function LinkForm({ profile, link, heading, onDraft, onDone, onCancel }: LinkFormProps) {
  const { IconPicker } = useLinkParts();
  const { form, theirs, isSending, failure, submit, keepMine, takeTheirs } = useLinkForm({
    profileId: profile.id,
    link,
    onDraft,
    onDone,
  });
  const opened = openedAddress(form.values.url);
  return (
    <Card className={classes.form} p={{ base: "md", sm: "lg" }}>
      <form
        onSubmit={submit}
        noValidate
        aria-label={heading}
        onKeyDown={(event) => {
          if (event.key === "Escape" && !event.defaultPrevented) onCancel?.();
        }}
      >
        <Stack>
          <Title order={2} size="h3">
            {heading}
          </Title>
          <TextInput
            label="Title"
            placeholder="My new single"
            maxLength={TITLE_CHARS_MAX}
            data-autofocus
            ref={focusOnce}
            {...form.getInputProps("title")}
          />
          <TextInput
            label="URL"
            placeholder="example.com/single"
            inputMode="url"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...form.getInputProps("url")}
            description={opened && !form.errors.url ? `Opens ${opened}` : undefined}
            inputWrapperOrder={["label", "input", "description", "error"]}
          />
          <Textarea
            label="Description"
            description="An optional second line on the link."
            maxLength={DESCRIPTION_CHARS_MAX}
            autosize
            minRows={1}
            maxRows={5}
            {...form.getInputProps("description")}
          />
          <div>
            <IconPicker value={form.values.icon} onChange={(icon) => form.setFieldValue("icon", icon)} />
            {form.errors.icon && (
              <Text size="sm" c="red" role="alert">
                {form.errors.icon}
              </Text>
            )}
          </div>
          {form.values.icon && (
            <Switch label="Show icon on page" {...form.getInputProps("show_icon", { type: "checkbox" })} />
          )}
          <LinkOptions form={form} link={link} />
          {theirs && (
            <ConflictNotice
              message="This link was changed somewhere else while you were editing it."
              sending={isSending}
              onKeepMine={keepMine}
              onTakeTheirs={takeTheirs}
            />
          )}
          <FormFailure message={failure} />
          <Group justify="flex-end" gap="xs">
            {onCancel && (
              <Button variant="default" onClick={onCancel}>
                Cancel
              </Button>
            )}
            <Button type="submit" loading={isSending}>
              {link ? "Save" : "Add link"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

/** Focuses the first field, except on touch screens, where a keyboard would cover the page. */
function focusOnce(input: HTMLInputElement | null): void {
  if (input && matchMedia("(pointer: fine)").matches) input.focus({ preventScroll: true });
}
