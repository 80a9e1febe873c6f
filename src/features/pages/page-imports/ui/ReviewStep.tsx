import { Button, Checkbox, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useCanAddProfiles } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { allowancesQuery } from "#src/features/money/entitlements/ui/shared/billing-queries.ts";
import { linksQuery } from "#src/features/pages/links/ui/shared/link-queries.ts";
import { useLinkSlots } from "#src/features/pages/links/ui/shared/link-slots.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { Card } from "#src/kit/Card.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { PreviewButton } from "#src/kit/PreviewButton.tsx";
import { PreviewFrame } from "#src/kit/PreviewFrame.tsx";
import { plural } from "#src/kit/plural.ts";
import { type Applied, PAGE_IMPORT_ERRORS, type PageImport } from "../contract.ts";
import { FoundCard } from "./FoundCard.tsx";
import { ItemList } from "./ItemList.tsx";
import { useChoice } from "./import-choice.ts";
import { linksAfter, type Parts, profileAfter } from "./import-preview.ts";
import classes from "./PageImport.module.css";
import { pageImportsApi } from "./page-import-queries.ts";

const NEW = "new";
const NO_LINKS = [] as const;

interface ReviewStepProps {
  page: PageImport;
  onApplied: (applied: Applied) => void;
}

/** Where to import to, which starts with the selected profile. */
function useTarget() {
  const { profiles, selected } = useSelectedProfile();
  const mayAdd = useCanAddProfiles();
  const [picked, setPicked] = useState<string>();
  const id = picked ?? selected?.id ?? NEW;
  const profile = profiles.find((one) => one.id === id);
  const { data } = useQuery({ ...linksQuery(id), enabled: profile !== undefined });
  const { data: allowances } = useQuery(allowancesQuery());
  const limit = profile ? data?.limit : allowances?.links_per_profile.limit;
  return {
    id,
    profile,
    room: { links: (profile && data?.items) || NO_LINKS, limit: limit ?? null },
    choices: [
      ...(mayAdd ? [{ value: NEW, label: "A new page" }] : []),
      ...profiles.map(({ id, name }) => ({ value: id, label: name })),
    ],
    pick: setPicked,
  };
}

/** What was found, to tick, next to what the page will look like. */
export function ReviewStep({ page, onApplied }: ReviewStepProps) {
  const target = useTarget();
  const { profile, room } = target;
  const choice = useChoice(page.items, room, target.id);
  const [name, setName] = useState(page.name ?? "");
  const [parts, setParts] = useState<Parts>({
    socials: true,
    bio: true,
    picture: true,
    look: page.look !== null,
  });
  const { Preview } = useLinkSlots();
  const found = useRef<HTMLDivElement>(null);
  // Enter in the field before would otherwise be followed by Enter on whatever comes first here.
  useEffect(() => found.current?.focus({ preventScroll: true }), []);
  const preview = (
    <Preview
      profile={profileAfter(page, profile, { name, parts })}
      links={[...room.links, ...linksAfter(page, choice.chosen)]}
    />
  );
  return (
    <PreviewFrame preview={preview}>
      <Stack gap="lg" maw={720}>
        <div ref={found} tabIndex={-1} className={classes.found}>
          <FoundCard page={page}>
            <PreviewButton>{preview}</PreviewButton>
          </FoundCard>
        </div>
        <TargetCard target={target} name={name} onName={setName} />
        <PartsCard page={page} profile={profile} parts={parts} onChange={setParts} />
        <ImportCard
          page={page}
          room={room}
          choice={choice}
          send={{ profile, name, parts }}
          onApplied={onApplied}
        />
        <ItemList items={page.items} choice={choice} />
      </Stack>
    </PreviewFrame>
  );
}

interface TargetCardProps {
  target: ReturnType<typeof useTarget>;
  name: string;
  onName: (name: string) => void;
}

function TargetCard({ target, name, onName }: TargetCardProps) {
  return (
    <Card title="Import into">
      <Select
        size="md"
        label="Page"
        data={target.choices}
        value={target.id}
        allowDeselect={false}
        onChange={(id) => id !== null && target.pick(id)}
      />
      {!target.profile && (
        <TextInput
          label="Name"
          description="Visitors see it at the top of the page."
          maxLength={100}
          value={name}
          onChange={(event) => onName(event.currentTarget.value)}
        />
      )}
    </Card>
  );
}

interface PartsCardProps {
  page: PageImport;
  profile: Profile | undefined;
  parts: Parts;
  onChange: (parts: Parts) => void;
}

/** What comes along besides links. What the page has already is never replaced. */
function PartsCard({ page, profile, parts, onChange }: PartsCardProps) {
  const set = (part: keyof Parts) => (event: { currentTarget: { checked: boolean } }) =>
    onChange({ ...parts, [part]: event.currentTarget.checked });
  const accounts = page.socials.map(({ platform }) => platform).join(", ");
  const hasBio = page.bio !== null && !profile?.public_notes;
  const hasPicture = page.picture !== null && !profile?.profile_picture_url;
  if (!hasBio && !hasPicture && page.socials.length === 0 && page.look === null) return null;
  return (
    <Card title="What else comes along">
      {page.socials.length > 0 && (
        <Checkbox label={`Social accounts: ${accounts}`} checked={parts.socials} onChange={set("socials")} />
      )}
      {hasBio && <Checkbox label="Bio" description={page.bio} checked={parts.bio} onChange={set("bio")} />}
      {hasPicture && <Checkbox label="Profile picture" checked={parts.picture} onChange={set("picture")} />}
      {page.look && (
        <Checkbox label="Colors and the look of buttons" checked={parts.look} onChange={set("look")} />
      )}
    </Card>
  );
}

interface ImportCardProps {
  page: PageImport;
  room: ReturnType<typeof useTarget>["room"];
  choice: ReturnType<typeof useChoice>;
  send: { profile: Profile | undefined; name: string; parts: Parts };
  onApplied: (applied: Applied) => void;
}

function ImportCard({ page, room, choice, send, onApplied }: ImportCardProps) {
  const [isMine, setMine] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const { profile, name, parts } = send;
  const apply = useMutation(pageImportsApi.apply.mutationOptions({ onSuccess: onApplied }));
  const count = choice.chosen.size;
  const left = room.limit === null ? null : room.limit - room.links.length;
  const isTooMany = left !== null && count > left;
  const start = () => {
    setAsked(!isMine);
    if (!isMine) return;
    apply.mutate({
      id: page.id,
      ...(profile ? { profile_id: profile.id } : { profile_id: null, name }),
      items: [...choice.chosen],
      ...parts,
      is_mine: true,
    });
  };
  return (
    <Card title="Ready?">
      {left !== null && (
        <Text size="sm" c={isTooMany ? "red" : "dimmed"} role={isTooMany ? "alert" : undefined}>
          {isTooMany
            ? `Your plan has room for ${plural(Math.max(0, left), "more link")} on this page. Untick ${count - Math.max(0, left)}.`
            : `Your plan has room for ${plural(Math.max(0, left), "more link")} on this page.`}
        </Text>
      )}
      <Checkbox
        label="This page is mine"
        checked={isMine}
        error={isAsked && !isMine ? PAGE_IMPORT_ERRORS.NOT_CONFIRMED.message : undefined}
        onChange={(event) => setMine(event.currentTarget.checked)}
      />
      <FormFailure
        message={apply.error ? errorMessage(apply.error, "That couldn’t be imported. Try again.") : undefined}
      />
      <Group>
        <Button size="md" loading={apply.isPending} disabled={isTooMany} onClick={start}>
          {`Import ${plural(count, "link")}`}
        </Button>
      </Group>
    </Card>
  );
}
