package dev.gearbox.http.websocket;

/** Checks that bytes are UTF-8 (RFC 3629), piece by piece: an error is found with the first byte that no continuation can repair. */
final class Utf8Check {
    private static final int FIRST = 0x80;
    private static final int LAST = 0xbf;

    /** The bytes that are missing of the character, and the range of the next one. */
    private int missing;

    private int low = FIRST;
    private int high = LAST;

    /** Returns whether the text may go on like this. */
    boolean accepts(byte[] bytes) {
        for (byte each : bytes) {
            if (!accepts(each & 0xff)) {
                return false;
            }
        }
        return true;
    }

    private boolean accepts(int c) {
        if (missing > 0) {
            boolean valid = c >= low && c <= high;
            missing--;
            low = FIRST;
            high = LAST;
            return valid;
        }
        if (c < FIRST) {
            return true;
        }
        if (c < 0xc2 || c > 0xf4) { // a continuation, an overlong character, or one beyond U+10FFFF
            return false;
        }
        missing = c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
        switch (c) {
            case 0xe0 -> low = 0xa0;
            case 0xed -> high = 0x9f; // no surrogates
            case 0xf0 -> low = 0x90;
            case 0xf4 -> high = 0x8f;
            default -> {}
        }
        return true;
    }

    /** Returns whether the text may end here. The next one begins afterwards. */
    boolean ends() {
        boolean whole = missing == 0;
        missing = 0;
        low = FIRST;
        high = LAST;
        return whole;
    }
}
