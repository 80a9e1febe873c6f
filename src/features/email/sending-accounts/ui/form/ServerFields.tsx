import { Button, NativeSelect, NumberInput, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { AUTHS, type Auth, SECURITIES, type Security } from "#src/features/email/sending-accounts/rules.ts";
import type { FieldsProps } from "./mailbox-values.ts";

const SECURITY_LABELS = {
  starttls: "STARTTLS (usually port 587)",
  tls: "TLS (usually port 465)",
  none: "None",
};
const AUTH_LABELS = {
  plain: "PLAIN",
  login: "LOGIN",
  "cram-md5": "CRAM-MD5",
  xoauth2: "XOAUTH2 (OAuth)",
  none: "No sign-in",
};

const choices = <T extends string>(names: readonly T[], labels: Record<T, string>) =>
  names.map((value) => ({ value, label: labels[value] }));

/** Presets fill in everything here, so it's collapsed until it's needed. */
export function ServerFields({ isOpen, ...fields }: FieldsProps & { isOpen: boolean }) {
  const [isShown, { toggle }] = useDisclosure(isOpen);
  const isRefused = (["host", "security", "token_url"] as const).some((name) => fields.errorOf(name));
  const isVisible = isShown || isRefused || fields.values.auth === "xoauth2";
  return (
    <>
      <Button
        size="xs"
        variant="default"
        style={{ alignSelf: "start" }}
        aria-expanded={isVisible}
        onClick={toggle}
      >
        Server settings
      </Button>
      {isVisible && (
        <Stack>
          <ServerInputs {...fields} />
          {fields.values.auth === "xoauth2" && <OauthInputs {...fields} />}
        </Stack>
      )}
    </>
  );
}

function ServerInputs({ values, set, errorOf }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Host"
        placeholder="smtp.example.com"
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={values.host}
        error={errorOf("host")}
        onChange={({ currentTarget }) => set({ host: currentTarget.value })}
      />
      <NumberInput
        size="md"
        label="Port"
        min={1}
        max={65_535}
        allowDecimal={false}
        allowNegative={false}
        value={values.port}
        onChange={(port) => typeof port === "number" && port > 0 && set({ port })}
      />
      <NativeSelect
        size="md"
        label="Encryption"
        data={choices(SECURITIES, SECURITY_LABELS)}
        value={values.security}
        error={errorOf("security")}
        onChange={({ currentTarget }) => set({ security: currentTarget.value as Security })}
      />
      <NativeSelect
        size="md"
        label="How to sign in"
        data={choices(AUTHS, AUTH_LABELS)}
        value={values.auth}
        onChange={({ currentTarget }) => set({ auth: currentTarget.value as Auth })}
      />
    </>
  );
}

function OauthInputs({ values, set, errorOf }: FieldsProps) {
  return (
    <>
      <TextInput
        label="URL that issues tokens"
        inputMode="url"
        value={values.token_url}
        error={errorOf("token_url")}
        onChange={({ currentTarget }) => set({ token_url: currentTarget.value })}
      />
      <TextInput
        label="Client ID"
        autoComplete="off"
        value={values.client_id}
        onChange={({ currentTarget }) => set({ client_id: currentTarget.value })}
      />
      <PasswordInput
        label="Client secret"
        autoComplete="new-password"
        value={values.client_secret}
        onChange={({ currentTarget }) => set({ client_secret: currentTarget.value })}
      />
    </>
  );
}
