import "#src/kit/deferred.css";
import { Button, Card, Group, Stack, TextInput, Title } from "@mantine/core";
import { IconLayoutGridAdd } from "@tabler/icons-react";
import { useRef } from "react";
import type { Link } from "#src/features/pages/links/contract.ts";
import { DESCRIPTION_CHARS_MAX, TITLE_CHARS_MAX } from "#src/features/pages/links/rules.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { StaffNotice } from "#src/features/pages/profiles/ui/shared/StaffNotice.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { ConflictNotice } from "#src/kit/form/ConflictNotice.tsx";
import { GrowingTextarea } from "#src/kit/form/GrowingTextarea.tsx";
import { IconField, UrlField } from "./LinkFields.tsx";
import { LinkOptions } from "./LinkOptions.tsx";
import classes from "./Links.module.css";
import { SavedFoot } from "./SavedFoot.tsx";
import { isLeaving, leave, submitOrLeave } from "./saved-form.ts";
import { scrollIntoSight } from "./scroll-into-sight.ts";
import type { Creation } from "./shared/links-search.ts";
import { useLinkForm } from "./use-link-form.ts";

export interface LinkFormProps {
  profile: Profile;
  /** The link to edit, or undefined for a new one. */
  link?: Link;
  heading: string;
  onDraft: (draft: Link | null) => void;
  onDone: () => void;
  /** What's being added, for a new one. */
  creation?: Creation | undefined;
  /** Offers everything else that can be added; undefined where a link is edited. */
  onBlocks?: (() => void) | undefined;
  /** Undefined if the form can't be closed. */
  onCancel?: (() => void) | undefined;
}

export function LinkForm({
  profile,
  link,
  heading,
  creation,
  onDraft,
  onDone,
  onBlocks,
  onCancel,
}: LinkFormProps) {
  const address = creation === "email" || creation === "phone" ? creation : undefined;
  const element = useRef<HTMLFormElement>(null);
  const entity = useLinkForm({ profileId: profile.id, link, element, address, onDraft, onDone });
  const { form, failure } = entity;
  return (
    <Card ref={onCancel && scrollIntoSight} className={classes.form} p={{ base: "md", sm: "lg" }}>
      <form
        ref={element}
        onSubmit={link ? submitOrLeave(entity, onDone) : entity.submit}
        noValidate
        aria-label={heading}
        data-closes-on-escape={onCancel ? "" : undefined}
        onKeyDown={(event) => {
          if (!isLeaving(event)) return;
          if (link) void leave(entity, onDone);
          else onCancel?.();
        }}
      >
        <Stack>
          <Group justify="space-between" gap="xs">
            <Title order={2} size="h3">
              {heading}
            </Title>
            {onBlocks && (
              <Button
                variant="light"
                size="sm"
                leftSection={<IconLayoutGridAdd size={18} />}
                onClick={onBlocks}
              >
                Something else
              </Button>
            )}
          </Group>
          {link && <StaffNotice of={link} />}
          <TextInput
            label="Title"
            placeholder="My new single"
            maxLength={TITLE_CHARS_MAX}
            data-autofocus
            ref={focusOnce}
            key={form.key("title")}
            {...form.getInputProps("title")}
          />
          <UrlField form={form} address={address} />
          <GrowingTextarea
            label="Description"
            description="An optional second line on the link."
            maxLength={DESCRIPTION_CHARS_MAX}
            minRows={1}
            maxRows={5}
            key={form.key("description")}
            {...form.getInputProps("description")}
          />
          <IconField form={form} />
          <LinkOptions form={form} link={link} profileId={profile.id} onRestored={onDone} />
          <ConflictNotice
            changed="This link was changed somewhere else while you were editing it."
            entity={entity}
          />
          {link ? (
            <SavedFoot entity={entity} />
          ) : (
            <>
              <FormFailure message={failure} />
              <Group justify="flex-end" gap="xs">
                {onCancel && (
                  <Button variant="default" onClick={onCancel}>
                    Cancel
                  </Button>
                )}
                <Button type="submit" loading={entity.isSending}>
                  Add link
                </Button>
              </Group>
            </>
          )}
        </Stack>
      </form>
    </Card>
  );
}

/** Focuses the first field, except on touch screens, where a keyboard would cover the page. */
function focusOnce(input: HTMLInputElement | null): void {
  if (input && matchMedia("(pointer: fine)").matches) input.focus({ preventScroll: true });
}
