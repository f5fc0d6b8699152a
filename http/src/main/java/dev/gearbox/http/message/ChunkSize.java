package dev.gearbox.http.message;

import dev.gearbox.http.syntax.Tokens;
import java.nio.ByteBuffer;

/** The line before a chunk (RFC 9112, 7.1): its size, and extensions, which are checked and ignored. */
final class ChunkSize {
    private final ByteBuffer in;
    private final int start;
    private final int end;
    private int at;

    private ChunkSize(ByteBuffer in, int start, int end) {
        this.in = in;
        this.start = start;
        this.end = end;
        at = start;
    }

    /** Returns the size that the line between two indexes states. */
    static long parse(ByteBuffer in, int start, int end) throws MessageException {
        return new ChunkSize(in, start, end).parse();
    }

    private long parse() throws MessageException {
        long size = 0;
        for (int digit; at < end && (digit = Character.digit(in.get(at), 16)) >= 0; at++) {
            require(size <= Long.MAX_VALUE >> 4);
            size = size << 4 | digit;
        }
        require(at > start);
        while (at < end) {
            skipExtension();
        }
        return size;
    }

    /** {@code ; name}, {@code ; name = token} or {@code ; name = "quoted"}. */
    private void skipExtension() throws MessageException {
        skipBlanks();
        require(takes(';'));
        skipBlanks();
        skipToken();
        int name = at;
        skipBlanks();
        if (!takes('=')) {
            at = name; // white space belongs to the next extension, or is an error
            return;
        }
        skipBlanks();
        if (takes('"')) {
            skipQuoted();
        } else {
            skipToken();
        }
    }

    private boolean takes(char c) {
        boolean there = at < end && in.get(at) == c;
        at += there ? 1 : 0;
        return there;
    }

    private void skipBlanks() {
        while (at < end && Tokens.isBlank(in.get(at))) {
            at++;
        }
    }

    private void skipToken() throws MessageException {
        int first = at;
        while (at < end && Tokens.isToken(in.get(at))) {
            at++;
        }
        require(at > first);
    }

    private void skipQuoted() throws MessageException {
        while (!takes('"')) {
            at += takes('\\') ? 1 : 0;
            require(at < end);
            at++;
        }
    }

    private void require(boolean valid) throws MessageException {
        if (!valid) {
            throw MessageException.malformed("not a chunk size: " + LineScanner.shown(in, start, end));
        }
    }
}
