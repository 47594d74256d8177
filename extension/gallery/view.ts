/** The kind of the gallery's panel, for the editor. */
export const GALLERY_VIEW = "asyncCost.gallery";
