/** What only the form of a link needs of later slices. */
export { VariantResults } from "#src/features/clicks/ui/VariantResults.tsx";
export { IconPicker } from "#src/features/public-page/ui/IconPicker.tsx";
