import { Alert, Button, Group, MultiSelect, Select, Stack, TagsInput, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { FilterMenu } from "#src/features/audience/contacts/ui/shared/FilterMenu.tsx";
import type { FilterSearch } from "#src/features/audience/contacts/ui/shared/filter-search.ts";
import { SavedViewMenu } from "#src/features/audience/contacts/ui/shared/SavedViewMenu.tsx";
import { useTopics } from "#src/features/audience/contacts/ui/shared/use-topics.ts";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import type { StepProps } from "../campaign-form.ts";
import { AudienceReach } from "./AudienceReach.tsx";
import { choiceOf, filterOfScreen, filterWith } from "./audience-form.ts";

export function AudienceStep({ campaign, ...props }: StepProps & { campaign: Campaign }) {
  const { form, onChange } = props;
  const { audience } = form;
  const { profiles } = useSelectedProfile();
  const { tags, profile_ids } = audience;
  const change = (part: Partial<typeof audience>) => onChange({ audience: { ...audience, ...part } });
  return (
    <Stack>
      <Text size="sm">{whoWords(audience)} Anyone who unsubscribed or hasn’t agreed is left out.</Text>
      <Filters audience={audience} onChange={change} />
      <TagsInput
        size="md"
        label="Tags"
        description="Press Enter after each one."
        placeholder={tags.length === 0 ? "Any" : ""}
        value={tags}
        onChange={(tags) => change({ tags })}
      />
      <MultiSelect
        size="md"
        label="Signed up on"
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Clear" }}
        placeholder={profile_ids.length === 0 ? "Any page" : ""}
        nothingFoundMessage="No profile by that name."
        data={profilesWith(profiles, profile_ids)}
        value={profile_ids}
        onChange={(profile_ids) => change({ profile_ids })}
      />
      <TopicField {...props} />
      <AudienceReach campaign={campaign} form={form} />
    </Stack>
  );
}

type Audience = StepProps["form"]["audience"];

function whoWords({ tags, profile_ids, filter }: Audience): string {
  const isEveryone = tags.length === 0 && profile_ids.length === 0;
  if (isEveryone)
    return filter
      ? "Everyone on your list who matches the search and filters."
      : "Everyone on your list. Narrow it down here, if you like.";
  return filter
    ? "Everyone with one of these tags or from one of these pages, if they match the search and filters, too."
    : "Everyone with one of these tags, and everyone who signed up on one of these pages.";
}

/** Includes deleted ones so that they can be removed. */
function profilesWith(
  profiles: readonly { id: string; name: string; username: string }[],
  chosen: readonly string[],
) {
  const gone = chosen.filter((id) => !profiles.some((profile) => profile.id === id));
  return [
    ...profiles.map(({ id, name, username }) => ({ value: id, label: `${name} (/${username})` })),
    ...gone.map((id) => ({ value: id, label: "A deleted profile" })),
  ];
}

interface FiltersProps {
  audience: Audience;
  onChange: (part: Partial<Audience>) => void;
}

/** The search and filters of the table of leads, and the views saved there. */
function Filters({ audience: { filter }, onChange }: FiltersProps) {
  const { profiles, selected } = useSelectedProfile();
  const choice = choiceOf(filter);
  const choose = (chosen: FilterSearch) => onChange({ filter: filterWith(filter, chosen) });
  const open = (view: FilterSearch) => {
    // As in the table: with a single profile there's nothing to choose.
    const profile = view.all || profiles.length < 2 ? undefined : selected;
    onChange({ tags: [], profile_ids: profile ? [profile.id] : [], filter: filterWith(undefined, view) });
  };
  const isByProgram = [filter?.profile_id, filter?.since, filter?.before].some(Boolean);
  return (
    <>
      <Group gap="sm">
        <TextInput
          flex="3 1 16rem"
          type="search"
          aria-label="Search by name, e-mail, or phone"
          placeholder="Name, e-mail, or phone"
          leftSection={<IconSearch size={18} />}
          value={choice.q ?? ""}
          // Applied immediately, because someone may continue right after typing.
          onChange={({ currentTarget }) => choose({ ...choice, q: currentTarget.value })}
        />
        <FilterMenu choice={choice} isSearchable onChoose={choose} />
        <SavedViewMenu onOpen={open} />
      </Group>
      {filter && isByProgram && (
        <Alert variant="light">
          <Text size="sm">The API narrowed this audience down in a way that isn’t shown here.</Text>
          <Button
            variant="default"
            size="compact-sm"
            mt="xs"
            onClick={() => onChange({ filter: filterOfScreen(filter) })}
          >
            Remove that
          </Button>
        </Alert>
      )}
    </>
  );
}

/** The topic. Shows nothing if there's none besides news. */
function TopicField({ form: { topic }, onChange }: StepProps) {
  const topics = useTopics();
  const isKnown = topics.some(({ key }) => key === topic);
  if (topics.length === 1 && isKnown) return null;
  const data = topics.map(({ key, name }) => ({ value: key, label: name }));
  return (
    <Select
      size="md"
      label="Topic"
      description="Fans who left this topic won’t get it."
      allowDeselect={false}
      data={isKnown ? data : [...data, { value: topic, label: "A topic that’s gone" }]}
      value={topic}
      onChange={(topic) => topic && onChange({ topic })}
    />
  );
}
