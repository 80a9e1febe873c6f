import { Center, Loader, Stack, Text } from "@mantine/core";

/** Spec §2. */
export function LoadingScreen() {
  return (
    <Center mih="70dvh" role="status">
      <Stack align="center" gap="xs">
        <Loader size="md" type="dots" />
        <Text fw={650}>Loading...</Text>
        <Text c="dimmed" size="sm">
          Just a moment
        </Text>
      </Stack>
    </Center>
  );
}
