package dev.gearbox.protocols.frames;

/** What ends a line that is sent. In received lines both are accepted. */
public enum LineEnd {
    /** A line feed, as Unix text has it. */
    LF("\n"),
    /** A carriage return and a line feed, as most internet protocols require it. */
    CR_LF("\r\n");

    private final String characters;

    LineEnd(String characters) {
        this.characters = characters;
    }

    /** Returns its bytes: the same in every charset that {@link Lines} accepts. */
    byte[] bytes() {
        return characters.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }
}
