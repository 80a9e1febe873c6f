import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCopy } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Link } from "#src/features/pages/links/contract.ts";
import { SHORT_NAME_ERRORS } from "#src/features/pages/links/short-names/contract.ts";
import { shortNameProblem, typedName } from "#src/features/pages/links/short-names/rules.ts";
import { OLD_USERNAME_DAYS } from "#src/features/pages/profiles/rules.ts";
import { copyText } from "#src/kit/copy-text.ts";
import { shortUrl } from "#src/lib/page-url.ts";
import type { LinkFormValues } from "./link-form.ts";
import { useShortAddresses } from "./short-address.ts";
import { shortNameApi } from "./short-name-queries.ts";

interface ShortNameFieldProps {
  form: UseFormReturnType<LinkFormValues>;
  /** The stored link, or undefined for a new one. */
  link: Link | undefined;
  profileId: string;
}

const CHECKED_AFTER_MS = 300;

/** The name in a link's short address, with whether it's free, and the address to copy. */
export function ShortNameField({ form, link, profileId }: ShortNameFieldProps) {
  const name = form.useWatchValue("short_name");
  const addresses = useShortAddresses();
  const stored = link?.short_name ?? "";
  const start = shortUrl(addresses.start(profileId));
  return (
    <Stack gap="xs">
      <TextInput
        label="Short name"
        description={`Leads here from ${start}/… It’s the same link, with the same statistics.`}
        placeholder="summer-sale"
        maxLength={200}
        // A half-typed name isn’t taken (see `use-autosave.ts`).
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={name}
        error={form.errors.short_name}
        onChange={({ currentTarget }) => form.setFieldValue("short_name", typedName(currentTarget.value))}
      />
      {name !== "" && name !== stored && !form.errors.short_name && (
        <Availability name={name} address={`${start}/${name}`} link={link} profileId={profileId} />
      )}
      {stored !== "" && name !== stored && (
        <Text size="sm">
          /{stored} leads here for {OLD_USERNAME_DAYS} more days, unless you give it to another link.
        </Text>
      )}
      {link && (
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconCopy size={18} />}
            onClick={() => void copyText(addresses.of(link), "Short link")}
          >
            Copy short link
          </Button>
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }} translate="no">
            {shortUrl(addresses.of(link))}
          </Text>
        </Group>
      )}
    </Stack>
  );
}

interface AvailabilityProps {
  name: string;
  address: string;
  link: Link | undefined;
  profileId: string;
}

function Availability({ name, address, link, profileId }: AvailabilityProps) {
  const [checked] = useDebouncedValue(name, CHECKED_AFTER_MS);
  const { data } = useQuery({
    ...shortNameApi.checkShortName.queryOptions({
      input: { profile_id: profileId, name: checked, ...(link && { link_id: link.id }) },
    }),
    enabled: shortNameProblem(checked) === undefined,
    placeholderData: keepPreviousData,
  });
  const shown = <b>{address}</b>;
  const problem = shortNameProblem(name) ?? (data?.name === name ? data.problem : undefined);
  return (
    <Text size="sm" c="dimmed" aria-live="polite" style={{ overflowWrap: "anywhere" }}>
      {problem && SHORT_NAME_ERRORS[problem].message}
      {problem === null && data?.is_own && <>Taken elsewhere, but free at your own domain: {shown}</>}
      {problem === null && !data?.is_own && <>{shown} is free.</>}
    </Text>
  );
}
