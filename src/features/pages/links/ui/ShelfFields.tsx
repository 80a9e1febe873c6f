import { Autocomplete, TagsInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { FOLDER_CHARS_MAX, hasTag, TAG_CHARS_MAX, TAGS_MAX } from "#src/features/pages/links/tag-rules.ts";
import type { LinkFormValues } from "./link-form.ts";
import { linkLabelsQuery } from "./shelf-queries.ts";

/** Where a link is in the dashboard: its tags and its folder. */
export function ShelfFields({ form }: { form: UseFormReturnType<LinkFormValues> }) {
  const { data } = useQuery(linkLabelsQuery());
  return (
    <>
      <TagsInput
        size="md"
        label="Tags"
        description="Only for you and your team, as the folder."
        data={data?.tags.map(({ name }) => name) ?? []}
        maxTags={TAGS_MAX}
        maxLength={TAG_CHARS_MAX}
        acceptValueOnBlur
        isDuplicate={(tag, tags) => hasTag(tags, tag)}
        key={form.key("tags")}
        {...form.getInputProps("tags")}
      />
      <Autocomplete
        size="md"
        label="Folder"
        data={data?.folders.map(({ name }) => name) ?? []}
        maxLength={FOLDER_CHARS_MAX}
        key={form.key("folder")}
        {...form.getInputProps("folder")}
      />
    </>
  );
}
