package dev.gearbox.http.message;

import dev.gearbox.http.syntax.FieldLines;

/** The first line and the fields of a message. */
public record MessageHead<S extends StartLine>(S line, FieldLines fields) {
    /**
     * Returns the length of the body as {@link Framing#length} does.
     *
     * @param most the largest length to accept
     */
    public long length(long most) throws MessageException {
        return Framing.length(fields, line.old(), most);
    }

    /** Returns whether the sender keeps the connection open. */
    public boolean keepsAlive() {
        return Framing.keepsAlive(fields, line.old());
    }
}
