package dev.gearbox.engines.linux.uring;

/** The constants of linux/io_uring.h that this module needs, and the offsets of its structures: the same on all processors. */
public final class UringConstants {
    // System calls.
    static final int IO_URING_SETUP = 425;
    static final int IO_URING_ENTER = 426;
    static final int IO_URING_REGISTER = 427;

    // Flags of io_uring_setup.
    static final int SETUP_CQSIZE = 1 << 3;
    static final int SETUP_R_DISABLED = 1 << 6;
    static final int SETUP_SUBMIT_ALL = 1 << 7;
    static final int SETUP_TASKRUN_FLAG = 1 << 9;
    static final int SETUP_SINGLE_ISSUER = 1 << 12;
    static final int SETUP_DEFER_TASKRUN = 1 << 13;
    static final int SETUP_NO_SQARRAY = 1 << 16;
    static final int FEATURE_EXT_ARG = 1 << 8;

    // Flags that the kernel sets in a ring: completions have no room, and requests can proceed.
    static final int SQ_CQ_OVERFLOW = 1 << 1;
    static final int SQ_TASKRUN = 1 << 2;

    // Flags of io_uring_enter.
    static final int ENTER_GETEVENTS = 1;
    static final int ENTER_EXT_ARG = 1 << 3;

    // Operations of io_uring_register.
    static final int REGISTER_BUFFERS = 0;
    static final int REGISTER_ENABLE_RINGS = 12;
    static final int REGISTER_PROBE = 8;
    static final int REGISTER_FILES2 = 13;
    static final int REGISTER_PBUF_RING = 22;
    static final int REGISTER_SYNC_CANCEL = 24;
    static final int FILES_SPARSE = 1;

    // Operations.
    static final int OP_READ_FIXED = 4;
    static final int OP_WRITE_FIXED = 5;
    static final int OP_POLL_ADD = 6;
    static final int OP_ACCEPT = 13;
    static final int OP_ASYNC_CANCEL = 14;
    static final int OP_CONNECT = 16;
    static final int OP_CLOSE = 19;
    static final int OP_FILES_UPDATE = 20;
    static final int OP_SEND = 26;
    static final int OP_RECV = 27;
    static final int OP_SHUTDOWN = 34;
    static final int OP_SOCKET = 45;
    static final int OP_URING_CMD = 46;
    static final int OP_FIXED_FD_INSTALL = 54;
    static final int OP_BIND = 56;

    // Flags of a request.
    static final int FIXED_FILE = 1;
    static final int LINK = 1 << 2;
    static final int HARD_LINK = 1 << 3;
    static final int BUFFER_SELECT = 1 << 5;
    static final int CQE_SKIP_SUCCESS = 1 << 6;
    static final int RECV_MULTISHOT = 2;
    static final int POLL_MULTISHOT = 1;
    static final int CANCEL_ALL = 1;
    /** The command of a socket that sets an option. */
    static final int SOCKET_SETSOCKOPT = 3;

    static final int CANCEL_FD = 2;
    static final int CANCEL_ANY = 4;
    static final int CANCEL_FD_FIXED = 8;
    /** In place of a slot: any free one. */
    static final int ANY_SLOT = -1;

    // Flags of a completion.
    static final int CQE_MORE = 2;
    static final int CQE_BUFFER_SHIFT = 16;

    // Of mmap.
    static final long OFFSET_SQES = 0x10000000L;

    // struct io_uring_params
    static final int PARAMS_SIZE = 120;
    static final int PARAMS_SQ_ENTRIES = 0;
    static final int PARAMS_CQ_ENTRIES = 4;
    static final int PARAMS_FLAGS = 8;
    static final int PARAMS_FEATURES = 20;
    static final int PARAMS_SQ_HEAD = 40;
    static final int PARAMS_SQ_TAIL = 44;
    static final int PARAMS_SQ_MASK = 48;
    static final int PARAMS_SQ_FLAGS = 56;
    static final int PARAMS_CQ_HEAD = 80;
    static final int PARAMS_CQ_TAIL = 84;
    static final int PARAMS_CQ_MASK = 88;
    static final int PARAMS_CQ_CQES = 100;

    // struct io_uring_sqe, in eight words; struct io_uring_cqe
    static final int SQE_SIZE = 64;
    static final int CQE_SIZE = 16;
    static final int CQE_RESULT = 8;
    static final int CQE_FLAGS = 12;

    // struct io_uring_getevents_arg
    static final int WAIT_SIZE = 24;
    static final int WAIT_TIMESPEC = 16;

    // struct io_uring_rsrc_register
    static final int FILES_SIZE = 32;
    static final int FILES_FLAGS = 4;

    // struct io_uring_probe: a header, then eight bytes for each operation
    static final int PROBE_HEADER = 16;
    static final int PROBE_SIZE = 8;
    static final int PROBE_FLAGS = 2;
    static final int PROBE_SUPPORTED = 1;

    // struct io_uring_buf and io_uring_buf_reg
    static final int BUFFER_SIZE = 16;
    static final int BUFFER_LENGTH = 8;
    static final int BUFFER_ID = 12;
    static final int BUFFER_TAIL = 14;
    static final int BUFFERS_SIZE = 40;
    static final int BUFFERS_ENTRIES = 8;
    static final int BUFFERS_GROUP = 12;

    // struct iovec
    static final int IOVEC_SIZE = 16;
    static final int IOVEC_LENGTH = 8;

    // struct io_uring_sync_cancel_reg
    static final int SYNC_CANCEL_SIZE = 64;
    static final int SYNC_CANCEL_FD = 8;
    static final int SYNC_CANCEL_FLAGS = 12;
    static final int SYNC_CANCEL_TIMEOUT = 16;

    private UringConstants() {}
}
