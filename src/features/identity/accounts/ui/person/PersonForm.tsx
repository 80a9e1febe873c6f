import { Paper, Select, Stack, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { PERSON_NAME_CHARS_MAX } from "#src/features/identity/accounts/rules.ts";
import { countryChoices } from "#src/kit/country-choices.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { SaveActions } from "#src/kit/form/SaveActions.tsx";
import { useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { isWrittenFor } from "#src/kit/locale.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { ZONE_CHOICES } from "#src/kit/zone-choices.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "#src/lib/language.ts";
import { accountsApi, type Me, meQuery } from "../shared/account-queries.ts";
import { DEVICE_TIME_ZONE } from "../shared/use-time-zone.ts";

type Values = Pick<Me, "name" | "time_zone" | "region" | "language">;

/** The form needs a version, but here the last save wins. */
const rowOf = (me: Me) => ({ ...me, updated_at: "" });
const valuesOf = ({ name, time_zone, region, language }: Values) => ({ name, time_zone, region, language });

const REGIONS = countryChoices([]);
const LANGUAGE_CHOICES = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

const FIELDS: Record<string, keyof Values> = {
  NAME_REQUIRED: "name",
  TIME_ZONE_UNKNOWN: "time_zone",
  REGION_UNKNOWN: "region",
  LANGUAGE_UNKNOWN: "language",
};

export function PersonForm({ me }: { me: Me }) {
  const queries = useQueryClient();
  const { form, submit, discard, failure, isSending } = useEntityForm({
    kind: "stays",
    row: rowOf(me),
    valuesOf: (row = rowOf(me)) => valuesOf(row),
    checks: { name: (value: string) => (value.trim() === "" ? "Enter your name." : null) },
    sentOf: (values) => values,
    send: async (values) => rowOf(await accountsApi.updateMe.call(values)),
    fieldOf: ({ code }) => FIELDS[code],
    failure: "Your changes couldn’t be saved.",
    onSaved: (saved) => {
      // The texts on the page are still in the old language.
      if (!isWrittenFor(saved)) return location.reload();
      toastSuccess({ message: "Saved." });
      void queries.invalidateQueries({ queryKey: meQuery().queryKey });
    },
  });
  return (
    <Paper withBorder radius="lg" p={{ base: "md", xs: "lg" }}>
      <form onSubmit={submit} noValidate aria-label="About you">
        <Stack>
          <TextInput
            label="Name"
            description="What your team sees."
            autoComplete="name"
            maxLength={PERSON_NAME_CHARS_MAX}
            {...form.getInputProps("name")}
          />
          <Select
            size="md"
            label="Time zone"
            description="When your days start in analytics, and the times in our e-mails."
            placeholder={`Same as this device: ${DEVICE_TIME_ZONE.replaceAll("_", " ")}`}
            data={ZONE_CHOICES}
            searchable
            clearable
            nothingFoundMessage="No time zone by that name."
            {...form.getInputProps("time_zone")}
          />
          <Select
            size="md"
            label="Language"
            description="The dashboard’s language, and our e-mails to you. What we add to your pages and to fans’ e-mail is in English."
            placeholder="Same as this device"
            data={LANGUAGE_CHOICES}
            clearable
            {...form.getInputProps("language")}
          />
          <Select
            size="md"
            label="Region"
            description="How dates and numbers look, and when your weeks start."
            placeholder="Same as this device"
            data={REGIONS}
            searchable
            clearable
            nothingFoundMessage="No region by that name."
            {...form.getInputProps("region")}
          />
          <FormFailure message={failure} />
          <SaveActions dirty={form.isDirty()} sending={isSending} onDiscard={discard} />
        </Stack>
      </form>
    </Paper>
  );
}
