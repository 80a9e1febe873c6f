import { MultiSelect, Stack, Switch, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IN_APP_BROWSERS } from "#src/features/pages/in-app-browsers/rules.ts";
import { NO_APP } from "#src/features/pages/links/page/access.ts";
import { usesAudience } from "./access-values.ts";
import classes from "./LinkOptions.module.css";
import { LocationFields } from "./LocationFields.tsx";
import type { LinkFormValues } from "./link-form.ts";
import { languageChoices } from "./shared/language-choices.ts";

interface AudienceFieldsProps {
  form: UseFormReturnType<LinkFormValues>;
}

/** Whom a link is for. */
export function AudienceFields({ form }: AudienceFieldsProps) {
  const isLimited = form.useWatchValue("is_limited");
  const audience = form.useWatchValue("audience");
  return (
    <Stack gap="lg">
      <Switch
        label="Adult content"
        description="Visitors confirm that they’re 18 or older first."
        key={form.key("show_adult_warning")}
        {...form.getInputProps("show_adult_warning", { type: "checkbox" })}
      />
      <MemberLists form={form} which="allowed" title="Only for" hint="Leave empty for everyone." />
      <MemberLists form={form} which="blocked" title="Not for" hint="Overrides the lists above." />
      <LocationFields form={form} />
      {(isLimited || usesAudience({ audience })) && (
        <TextInput
          label="Backup URL"
          description="Everyone else goes here. Without one, they read why the link doesn’t open."
          placeholder="example.com/elsewhere"
          inputMode="url"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          key={form.key("geo_blocked_fallback_url")}
          {...form.getInputProps("geo_blocked_fallback_url")}
        />
      )}
    </Stack>
  );
}

interface MemberListsProps extends AudienceFieldsProps {
  which: "allowed" | "blocked";
  title: string;
  hint: string;
}

function MemberLists({ form, which, title, hint }: MemberListsProps) {
  const audience = form.useWatchValue("audience");
  const list = (kind: "devices" | "apps" | "languages") => {
    const name = `${which}_${kind}` as const;
    return {
      value: audience[name],
      onChange: (chosen: string[]) => form.setFieldValue("audience", { ...audience, [name]: chosen }),
      searchable: true,
      clearable: true,
      hidePickedOptions: true,
      size: "md",
    };
  };
  return (
    <fieldset className={classes.lists}>
      <legend>
        <Text component="span" fw={600} size="sm">
          {title}
        </Text>{" "}
        <Text component="span" size="sm" c="dimmed">
          {hint}
        </Text>
      </legend>
      <MultiSelect
        label="Devices"
        data={[
          { value: "mobile", label: "Phones" },
          { value: "tablet", label: "Tablets" },
          { value: "desktop", label: "Computers" },
        ]}
        {...list("devices")}
        clearButtonProps={{ "aria-label": "Remove all devices" }}
      />
      <MultiSelect
        label="Apps"
        data={[
          { value: NO_APP, label: "Browsers outside of apps" },
          ...IN_APP_BROWSERS.map(({ key, label }) => ({ value: key, label })),
        ]}
        {...list("apps")}
        clearButtonProps={{ "aria-label": "Remove all apps" }}
      />
      <MultiSelect
        label="Languages"
        data={LANGUAGE_CHOICES}
        {...list("languages")}
        clearButtonProps={{ "aria-label": "Remove all languages" }}
      />
    </fieldset>
  );
}

const LANGUAGE_CHOICES = languageChoices();
