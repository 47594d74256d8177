/** For the user: that so many I/O calls are made where the function's file does not show them. */
export function elsewhereSentence(ioCalls: number): string {
  const made =
    ioCalls === 1
      ? "is made from another file, or later by a library"
      : "are made from other files, or later by a library";
  return `${ioCalls} of its I/O calls ${made}; stack traces are not judged by ${ioCalls === 1 ? "it" : "them"}.`;
}
