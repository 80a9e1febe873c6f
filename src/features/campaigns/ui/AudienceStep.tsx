import { MultiSelect, Stack, TagsInput, Text } from "@mantine/core";
import { useSelectedProfile } from "#src/features/profiles/ui/shared/use-selected-profile.ts";
import type { StepProps } from "./campaign-form.ts";
import { TopicField } from "./TopicField.tsx";

/** Who gets it. */
export function AudienceStep(props: StepProps) {
  const { form, onChange } = props;
  const { audience } = form;
  const { profiles } = useSelectedProfile();
  const { tags, profile_ids } = audience;
  const change = (part: Partial<typeof audience>) => onChange({ audience: { ...audience, ...part } });
  const isEveryone = tags.length === 0 && profile_ids.length === 0;
  return (
    <Stack>
      <Text size="sm">
        {isEveryone
          ? "Everyone on your list. Narrow it down here, if you like."
          : "Everyone with one of these tags, and everyone who signed up on one of these pages."}{" "}
        Anyone who unsubscribed or hasn’t agreed is left out.
      </Text>
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
        data={profiles.map(({ id, name, username }) => ({ value: id, label: `${name} (/${username})` }))}
        value={profile_ids}
        onChange={(profile_ids) => change({ profile_ids })}
      />
      <TopicField {...props} />
    </Stack>
  );
}
