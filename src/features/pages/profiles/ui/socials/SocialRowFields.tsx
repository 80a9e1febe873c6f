import { ActionIcon, Group, Select, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconX } from "@tabler/icons-react";
import classes from "../editor/ProfileEditor.module.css";
import { resolvedSocialUrl } from "../editor/profile-form.ts";
import type { ProfileForm } from "../editor/use-profile-form.ts";
import { socialChoice, socialOptions } from "./social-choices.ts";

interface SocialRowFieldsProps {
  form: ProfileForm;
  index: number;
}

export function SocialRowFields({ form, index }: SocialRowFieldsProps) {
  const { socials } = form.values;
  const { platform = "", url = "" } = socials[index] ?? {};
  const path = `socials.${index}.url`;
  const opened = form.errors[path] ? undefined : resolvedSocialUrl({ platform, url });
  const { label, Icon, example } = socialChoice(platform);
  const move = (to: number) => form.reorderListItem("socials", { from: index, to });
  return (
    <li className={classes.social}>
      <Select
        size="md"
        aria-label="Platform"
        data={socialOptions(platform)}
        value={platform}
        allowDeselect={false}
        searchable
        leftSection={<Icon size={20} />}
        onChange={(value) => {
          if (value) form.setFieldValue(`socials.${index}.platform`, value);
          form.clearFieldError(path);
        }}
      />
      <TextInput
        className={classes.socialUrl}
        aria-label={`${label} URL or username`}
        description={opened && `Opens ${opened}`}
        inputWrapperOrder={["input", "description", "error"]}
        placeholder={example}
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...form.getInputProps(path)}
      />
      <Group gap={0} wrap="nowrap" h={42}>
        <ActionIcon aria-label={`Move ${label} up`} disabled={index === 0} onClick={() => move(index - 1)}>
          <IconArrowUp size={18} />
        </ActionIcon>
        <ActionIcon
          aria-label={`Move ${label} down`}
          disabled={index === socials.length - 1}
          onClick={() => move(index + 1)}
        >
          <IconArrowDown size={18} />
        </ActionIcon>
        <ActionIcon aria-label={`Remove ${label}`} onClick={() => form.removeListItem("socials", index)}>
          <IconX size={18} />
        </ActionIcon>
      </Group>
    </li>
  );
}
