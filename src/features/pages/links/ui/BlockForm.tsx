import "#src/kit/deferred.css";
import { Button, Card, Group, Stack, Title } from "@mantine/core";
import { useRef, useState } from "react";
import type { Link } from "#src/features/pages/links/contract.ts";
import { KIND_LABELS } from "#src/features/pages/links/rows-rules.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { StaffNotice } from "#src/features/pages/profiles/ui/shared/StaffNotice.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { ConflictNotice } from "#src/kit/form/ConflictNotice.tsx";
import { BlockFields } from "./BlockFields.tsx";
import type { BlockKind } from "./block-form.ts";
import { GroupField, MembersField } from "./GroupField.tsx";
import classes from "./Links.module.css";
import { SavedFoot } from "./SavedFoot.tsx";
import { isLeaving, leave, submitOrLeave } from "./saved-form.ts";
import { scrollIntoSight } from "./scroll-into-sight.ts";
import { useBlockForm } from "./use-block-form.ts";

export interface BlockFormProps {
  profile: Profile;
  kind: BlockKind;
  /** The block to edit, or undefined for a new one. */
  link?: Link;
  onDraft: (draft: Link | null) => void;
  onDone: () => void;
}

export function BlockForm({ profile, kind, link, onDraft, onDone }: BlockFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [inside, setInside] = useState<string[]>([]);
  const entity = useBlockForm({ profileId: profile.id, kind, link, inside, element, onDraft, onDone });
  const { form, failure } = entity;
  const heading = KIND_LABELS[kind];
  return (
    <Card ref={scrollIntoSight} className={classes.form} p={{ base: "md", sm: "lg" }}>
      <form
        ref={element}
        onSubmit={link ? submitOrLeave(entity, onDone) : entity.submit}
        noValidate
        aria-label={heading}
        data-closes-on-escape=""
        onKeyDown={(event) => {
          if (!isLeaving(event)) return;
          if (link) void leave(entity, onDone);
          else onDone();
        }}
      >
        <Stack>
          <Title order={2} size="h3">
            {heading}
          </Title>
          {link && <StaffNotice of={link} />}
          <BlockFields kind={kind} form={form} />
          {kind === "group" && !link && (
            <MembersField profileId={profile.id} value={inside} onChange={setInside} />
          )}
          {kind !== "group" && (
            <GroupField
              profileId={profile.id}
              value={form.getValues().parent_id}
              error={form.errors.parent_id}
              onChange={(id) => form.setFieldValue("parent_id", id)}
            />
          )}
          <ConflictNotice
            changed="This block was changed somewhere else while you were editing it."
            entity={entity}
          />
          {link ? (
            <SavedFoot entity={entity} />
          ) : (
            <>
              <FormFailure message={failure} />
              <Group justify="flex-end" gap="xs">
                <Button variant="default" onClick={onDone}>
                  Cancel
                </Button>
                <Button type="submit" loading={entity.isSending}>
                  Add block
                </Button>
              </Group>
            </>
          )}
        </Stack>
      </form>
    </Card>
  );
}
