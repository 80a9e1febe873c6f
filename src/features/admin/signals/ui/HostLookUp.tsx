import { Button, Group, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorMessage } from "#src/kit/api-error.ts";
import { URL_CHARS_MAX } from "../lists/list-rules.ts";
import { signalsApi } from "./signals-client.ts";

/** Which lists a host is on. */
export function HostLookUp() {
  const [host, setHost] = useState("");
  const look = useMutation({ mutationFn: () => signalsApi.lookUp.call({ host }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!look.isPending) look.mutate();
  };
  const { data } = look;
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="sm" align="flex-end">
        <TextInput
          size="md"
          flex="1 1 14rem"
          miw={0}
          label="Is a host on a list?"
          placeholder="example.com"
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          maxLength={URL_CHARS_MAX}
          value={host}
          error={look.error ? errorMessage(look.error, "We couldn’t look it up. Try again.") : undefined}
          onChange={({ currentTarget: { value } }) => {
            setHost(value);
            look.reset();
          }}
        />
        <Button type="submit" size="md" variant="default" loading={look.isPending}>
          Look it up
        </Button>
      </Group>
      <Text size="sm" mt="xs" role="status" style={{ overflowWrap: "anywhere" }}>
        {data &&
          (data.lists.length === 0
            ? `${data.host} is on none of them.`
            : `${data.host} is on: ${data.lists.join(", ")}`)}
      </Text>
    </form>
  );
}
