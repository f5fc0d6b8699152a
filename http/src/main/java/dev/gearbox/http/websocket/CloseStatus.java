package dev.gearbox.http.websocket;

/** The status codes of a close (RFC 6455, 7.4). */
public final class CloseStatus {
    public static final int NORMAL = 1000;
    public static final int GOING_AWAY = 1001;
    public static final int PROTOCOL_ERROR = 1002;
    public static final int UNSUPPORTED_DATA = 1003;
    /** The close frame has no status; never sent. */
    public static final int NONE = 1005;
    /** The connection ended without a close frame; never sent. */
    public static final int LOST = 1006;

    public static final int INVALID_TEXT = 1007;
    public static final int POLICY = 1008;
    public static final int TOO_LARGE = 1009;
    public static final int INTERNAL_ERROR = 1011;

    private static final int LAST_REGISTERED = 1014;
    private static final int LIBRARIES = 3000;
    private static final int END = 5000;

    private CloseStatus() {}

    /** Returns whether a close frame may contain it. */
    static boolean isSendable(int status) {
        boolean standard =
                status >= NORMAL && status <= LAST_REGISTERED && status != 1004 && status != NONE && status != LOST;
        return standard || (status >= LIBRARIES && status < END);
    }
}
