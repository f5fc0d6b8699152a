//! Echo with Rust's standard library alone: a thread for each connection, with blocking reads and writes.

use std::env;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::AsRawFd;
use std::process::exit;
use std::thread;

const BUFFER: usize = 4 << 10;
const STACK: usize = 64 << 10;
const BACKLOG: i32 = 4096;

extern "C" {
    fn listen(socket: i32, backlog: i32) -> i32;
}

fn main() -> io::Result<()> {
    let Some(address) = env::args().nth(1) else {
        eprintln!("usage: rust-echo HOST:PORT");
        exit(2);
    };
    let listener = TcpListener::bind(address)?;
    // The library asks for a backlog of 128, which overflows if many connect at once; calling listen again enlarges it.
    // Safety: the descriptor is open as long as the listener is.
    if unsafe { listen(listener.as_raw_fd(), BACKLOG) } != 0 {
        return Err(io::Error::last_os_error());
    }
    loop {
        let (stream, _) = listener.accept()?;
        thread::Builder::new().stack_size(STACK).spawn(move || echo(stream))?;
    }
}

/// Until the end of the stream, or until the peer has disconnected: nothing left to send in either case.
fn echo(mut stream: TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut buffer = [0; BUFFER];
    loop {
        let count = stream.read(&mut buffer)?;
        if count == 0 {
            return Ok(());
        }
        stream.write_all(&buffer[..count])?;
    }
}
