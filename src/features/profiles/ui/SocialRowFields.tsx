import { ActionIcon, Group, Select, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconX } from "@tabler/icons-react";
import { openedSocial } from "./profile-form.ts";
import { socialChoice, socialOptions } from "./social-choices.ts";
import type { ProfileForm } from "./use-profile-form.ts";

interface SocialRowFieldsProps {
  form: ProfileForm;
  index: number;
}

export function SocialRowFields({ form, index }: SocialRowFieldsProps) {
  const { socials } = form.values;
  const { platform = "", url = "" } = socials[index] ?? {};
  const path = `socials.${index}.url`;
  const opened = form.errors[path] ? undefined : openedSocial({ platform, url });
  const { label, Icon, example } = socialChoice(platform);
  const move = (to: number) => form.reorderListItem("socials", { from: index, to });
  return (
    <Group component="li" gap="xs" align="flex-start">
      <Select
        size="md"
        w={{ base: "100%", xs: 190 }}
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
        flex="1 1 10rem"
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
    </Group>
  );
}
